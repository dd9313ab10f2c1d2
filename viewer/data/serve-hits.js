// What lies under a finger in the plan, and what of the chosen thing can be gripped.

import { app, choices, drawn, handle } from "./serve.js";

const FINGER = 24;

// The far end of a teardrop, its narrow end, or a centre.
export function knobs() {
  const one = handle();
  if (!one || one.kind === "trooper") return [];
  if (one.kind !== "teardrop") return [{ at: one.at, what: "carry" }];
  const found = [{ at: farEnd(one), what: "turn" }];
  if (handle(`trooper:${one.values.by}`)) found.push({ at: one.at, what: "tip" });
  return found;
}

function farEnd(one) {
  const shape = app.shapes.get(drawn(one.id)?.shape);
  const way = one.toward * Math.PI / 180;
  const numbers = shape ? shape.paths[0][1].match(/-?[\d.]+(?:e[-+]?\d+)?/g).map(Number) : [];
  let far = 60;
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    far = Math.max(far, Math.hypot(numbers[i] - one.at[0], numbers[i + 1] - one.at[1]));
  }
  return [one.at[0] + far * Math.cos(way), one.at[1] + far * Math.sin(way)];
}

// A grip; the base right under the finger; a name; a base near by; else an area, or a piece.
export function under(plan, pixel, event) {
  const near = (at) => Math.hypot(...plan.px(at).map((value, i) => value - pixel[i]));
  const knob = knobs().filter((one) => near(one.at) <= FINGER).sort((a, b) => near(a.at) - near(b.at))[0];
  if (knob) return { knob };
  const known = choices();
  const said = (id) => known.find((one) => one.id === id);
  const bases = app.view.plan.filter((one) => one.kind === "trooper").map((one) => ({ ...one, far: near(one.at) }))
    .sort((a, b) => (b.id === app.chosen.id) - (a.id === app.chosen.id) || a.far - b.far);
  const on = bases.find((one) => one.far <= one.reach * plan.frame.scale);
  if (on && on.id === app.chosen.id) return { one: said(on.id) };
  const named = app.names.under(pixel);
  if (named && !(on && named.kind === "trooper")) return { one: named };
  const base = on || bases.find((one) => one.far <= Math.max(FINGER, one.reach * plan.frame.scale));
  if (base && said(base.id)) return { one: said(base.id) };
  const there = document.elementsFromPoint(event.clientX, event.clientY)
    .map((found) => found.closest?.("g.solid")).filter(Boolean);
  const areas = there.map((found) => said(found.dataset.id)).filter(Boolean);
  if (areas.length) return { one: areas.find((one) => one.id === app.chosen.id) || areas[0] };
  const piece = there.find((found) => found.dataset.name !== undefined);
  return piece ? { one: { kind: "piece", name: piece.dataset.name, id: piece.dataset.id } } : {};
}
