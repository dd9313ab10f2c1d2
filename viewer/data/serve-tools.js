// Above the table: plan or 3D, nearer and farther, what of the scenery is shown, and which event.

import { app, ask, button, draw, element, select } from "./serve.js";

const CAN_DRAW = Boolean(document.createElement("canvas").getContext("webgl2"));

let toolsAre = "";
export function fillTools(tools) {
  const now = JSON.stringify([app.isSolid, app.look, app.view.levels, app.view.top, app.view.placements, app.view.steps]);
  if (now === toolsAre && tools.firstChild) return;
  toolsAre = now;
  tools.textContent = "";
  const faces = element("div", tools, undefined, "pair");
  [["Plan", false], ["3D", true]].forEach(([text, isSolid]) => {
    const made = button(faces, text, () => {
      app.isSolid = isSolid;
      draw();
      ask("see");
    });
    made.setAttribute("aria-pressed", String(app.isSolid === isSolid));
    if (isSolid && !CAN_DRAW) Object.assign(made, { disabled: true, title: "this browser can't draw in 3D" });
  });
  const sizes = element("div", tools, undefined, "pair");
  const face = () => (app.isSolid ? app.space : app.plan);
  button(sizes, "+", () => face().zoom(1.4)).setAttribute("aria-label", "nearer");
  button(sizes, "−", () => face().zoom(1 / 1.4)).setAttribute("aria-label", "farther");
  button(sizes, "Fit", () => face().fit());
  const { view } = app;
  const step = view.top > 400 ? 50 : 25;
  const cuts = Array.from({ length: Math.ceil(view.top / step) - 1 }, (_, i) => step * (i + 1));
  if (view.levels > 1 || cuts.length > 0) {
    const floors = view.levels > 1 ? Array.from({ length: view.levels }, (_, i) =>
      [`floor ${i}`, i ? `up to floor ${i}` : "ground floor"]) : [];
    const { level, cut } = app.look;
    select(tools, "What of the scenery is shown", [["", "whole scenery"], ...floors,
      ...cuts.map((mm) => [`cut ${mm}`, `cut at ${mm} mm`])],
    level !== null ? `floor ${level}` : cut !== null ? `cut ${cut}` : "", (value) => {
      const [how, number] = value.split(" ");
      app.look.level = how === "floor" ? Number(number) : null;
      app.look.cut = how === "cut" ? Number(number) : null;
      ask("see");
    });
  }
  if (view.placements.length > 1) {
    select(tools, "Templates", [["", "all templates"],
      ...view.placements.map(([name, text]) => [name, `template ${text}`])], app.look.placement, (value) => {
      app.look.placement = value;
      ask("see");
    });
  }
  if (view.steps) steps(tools);
}

function steps(tools) {
  const now = app.look.step === null ? app.view.steps : app.look.step;
  const row = element("div", tools, undefined, "pair");
  const go = (step) => {
    app.look.step = step === app.view.steps ? null : step;
    if (!app.plan.isMoved) app.plan.frame = null;
    ask("see");
  };
  const back = button(row, "◀", () => go(now - 1));
  back.disabled = now <= 0;
  back.setAttribute("aria-label", "the event before");
  element("span", row, now ? `event ${now} of ${app.view.steps}` : "the start", "step");
  const on = button(row, "▶", () => go(now + 1));
  on.disabled = now >= app.view.steps;
  on.setAttribute("aria-label", "the next event");
}
