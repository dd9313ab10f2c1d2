// Beside the table: who is hit, why, and what can be done to what is chosen.

import { app, ask, button, choices, choose, drawn, element, hand, handle, select } from "./serve.js";

let isHeld = false;
const open = { readings: false, whole: false, signs: false };
const LINES = {
  reaches: "a clear line", stopped: "a line stopped by total cover",
  grazes: "a line that grazes total cover", misses: "how far the nearest template misses",
  moves: "the way that something was moved",
};
const SIGNS = [["✳", "yes", "affected"], ["○", "no", "not affected"], ["⊘", "undecided", "UNDECIDED"]];

export function fillBar(bar) {
  const { view } = app;
  bar.textContent = "";
  const titles = element("div", bar, undefined, "titles");
  element("h1", titles, view.title);
  element("p", titles, view.subtitle);
  const back = button(bar, "Undo", () => ask("undo"));
  back.disabled = !view.undo;
  back.title = view.undo;
  const again = button(bar, "Redo", () => ask("redo"));
  again.disabled = !view.redo;
  again.title = view.redo;
  const save = element("a", bar, "Download scene", "button");
  save.href = "scene";
  save.setAttribute("download", "");
}

// While a slider is held, the panel is left as it is, and so it is while nothing in it changes:
// a list that somebody has opened stays open.
let built = "";
export function fillPanel(panel) {
  const { view } = app;
  const now = JSON.stringify([app.chosen, handle(), app.onto, view.readings, view.comparison, view.text,
    isHidden(), view.handles.map((one) => one.key)]);
  if (!isHeld && (now !== built || !document.getElementById("said"))) {
    built = now;
    const at = panel.scrollTop;
    const all = () => [...panel.querySelectorAll("button, input, select, summary")];
    const focus = all().indexOf(document.activeElement);
    panel.textContent = "";
    ["said", "glance", "chosen", "warned", "rest"].forEach((name) => { element("div", panel).id = name; });
    fillChosen(document.getElementById("chosen"));
    fillRest(document.getElementById("rest"));
    fillSaid(document.getElementById("said"));
    fillWhy();
    if (focus >= 0) all()[focus]?.focus({ preventScroll: true });
    panel.scrollTop = at;
  } else fillSaid(document.getElementById("said"));
  fillWhy();
  reveal(panel);
  fillHint();
}

// What is chosen isn't drawn: it is above the cut, or on another floor.
function isHidden() {
  const { id, kind } = app.chosen;
  if (!id || drawn(id) || (app.look.level === null && app.look.cut === null)) return false;
  return kind === "trooper" || (app.view.of === id && Boolean(app.view.elsewhere));
}

// What is said of what is chosen comes into sight, once; after that whoever reads scrolls.
let revealed = "";
function reveal(panel) {
  const { id } = app.chosen;
  if (!id && revealed) panel.scrollTop = 0;
  if (!id) revealed = "";
  if (!id || id === revealed) return;
  // Before the words have come their card is shorter: then it is looked at again.
  if (app.view.of === id) revealed = id;
  const top = panel.getBoundingClientRect().top;
  const card = document.getElementById("chosen").getBoundingClientRect().top - top;
  const words = document.getElementById("why").getBoundingClientRect().bottom - top;
  const over = words - panel.clientHeight + 12;
  if (over > 0 || card < 0) panel.scrollTop += Math.min(card - 8, over);
}

function fillHint() {
  const one = handle();
  const hint = document.getElementById("hint");
  let text = "Tap a trooper or a template to choose it.";
  if (app.isSolid) text = "Drag to look round, pinch or wheel to come nearer; tap a trooper to choose it.";
  else if (isHidden()) text = `${app.chosen.name} isn't drawn here: the panel shows its floor.`;
  else if (one?.kind === "teardrop") text = `Drag the round grips of ${one.name}: its far end turns it.`;
  else if (one) text = `Drag ${one.name} to move it.`;
  else if (app.chosen.id && app.chosen.kind !== "piece") text = `${app.chosen.name} can't be dragged here.`;
  hint.textContent = text;
}

function fillSaid(said) {
  const { view } = app;
  said.textContent = "";
  if (app.notice) element("p", said, app.notice, "notice").setAttribute("role", "alert");
  if (view.held && !view.mine) element("p", said, "Somebody is moving something.", "busy");
  const glance = document.getElementById("glance");
  glance.textContent = "";
  view.glance.forEach(([sign, mark, word, names]) => {
    const group = element("section", glance, undefined, `glance ${sign}`);
    element("h2", group, `${mark} ${word}`);
    const list = element("div", group, undefined, "chips");
    names.forEach(([text, id]) => {
      const known = choices().find((one) => one.id === id);
      const chip = button(list, text, () => choose(id === app.chosen.id ? null : known), "chip");
      chip.dataset.id = id;
      chip.setAttribute("aria-pressed", String(id === app.chosen.id));
    });
  });
  view.event.forEach(([style, text]) => element("p", glance, text, `event ${style}`));
  const warned = document.getElementById("warned");
  warned.textContent = "";
  view.warnings.forEach((text) => element("p", warned, text, "warning"));
  view.notes.forEach((text) => element("p", warned, `In the drawing: ${text}.`, "note"));
}

function fillChosen(box) {
  const { chosen } = app;
  if (!chosen.id) return;
  const card = element("section", box, undefined, "card");
  const head = element("div", card, undefined, "head");
  element("h2", head, chosen.name);
  button(head, "Close", () => choose(null));
  if (isHidden()) {
    const row = element("div", card, undefined, "hidden");
    element("p", row, app.look.level === null ? "It is above the cut, and not drawn." : "It isn't drawn on this floor.");
    button(row, "Show its floor", () => {
      app.look.cut = null;
      app.look.level = app.view.elsewhere?.level ?? null;
      ask("see");
    });
  }
  element("div", card).id = "why";
  const one = handle();
  const still = app.view.still[chosen.id];
  if (still) element("p", card, still, "still");
  if (!one) return;
  if (one.kind === "trooper") trooper(card, one);
  else if (one.kind === "teardrop") teardrop(card, one);
  else place(card, one);
}

function fillWhy() {
  const why = document.getElementById("why");
  if (!why) return;
  why.textContent = "";
  const { view } = app;
  if (view.of !== app.chosen.id) { element("p", why, "…", "busy"); return; }
  view.about.forEach(([style, text, sign]) => element("p", why, text, `${style} ${sign}`));
  if (!view.about.length && !view.glimpse) element("p", why, "Nothing is said of it.", "small");
  if (view.held) element("p", why, "Lines and margins come when it is put down.", "busy");
  else if (view.glimpse) element("p", why, "Lines and margins are being worked out…", "busy");
  else if (view.thinking) element("p", why, "Margins are being worked out…", "busy");
}

function trooper(card, one) {
  const { key } = one;
  place(card, one);
  if (one.values.moved_by) {
    element("p", card, `Moving it changes where event ${one.values.moved_by} ends.`, "small");
    return;
  }
  slider(card, "Faces", one.toward, 0, 359, 1, "°", (degrees) => ({ do: "turn", key, degrees }));
  if (one.values.can_lie) {
    const row = element("div", card, undefined, "row");
    [["Standing", false], ["Prone", true]].forEach(([text, prone]) => {
      button(row, text, () => ask("do", { do: "lie", key, prone }))
        .setAttribute("aria-pressed", String(one.values.prone === prone));
    });
  }
}

function teardrop(card, one) {
  const { key, values } = one;
  aim(card, "Aims at", key, values.aim, "a direction");
  slider(card, "Direction", one.toward, 0, 359.9, 0.1, "°", (degrees) => ({ do: "turn", key, degrees }));
  slider(card, "Tip on the base", values.tip, 0, 359.9, 0.1, "°", (degrees) => ({ do: "tip", key, degrees }));
  slider(card, "Tilt", values.tilt, -90, 90, 0.1, "°", (degrees) => ({ do: "tilt", key, degrees }));
  slider(card, "Height", values.height, 0, values.highest, 0.1, " mm", (mm) => ({ do: "raise", key, mm }));
}

function aim(card, label, key, now, none) {
  const row = element("label", card, label, "row");
  const known = app.view.handles.filter((other) => other.kind === "trooper").map((other) => [other.id.slice("trooper:".length), other.name]);
  select(row, label, now ? known : [["", none], ...known], now, (name) => {
    if (name) ask("do", { do: "aim", key, name });
  });
}

// A place in mm: by steps, for fingers too thick for the plan.
function place(card, one) {
  const { key } = one;
  if (one.kind === "circle") aim(card, "Lies on", key, one.values.on || "", "a place");
  const [x, y, z] = one.at;
  const pad = element("div", card, undefined, "pad");
  const step = { value: 5 };
  const go = (dx, dy) => () => ask("do", { do: "carry", key, x: x + dx * step.value, y: y + dy * step.value }, app.onto);
  [["◀", -1, 0, "west"], ["▲", 0, 1, "north"], ["▼", 0, -1, "south"], ["▶", 1, 0, "east"]].forEach(([text, dx, dy, way]) => {
    button(pad, text, go(dx, dy)).setAttribute("aria-label", `to the ${way}`);
  });
  select(pad, "how far", [["0.5", "0.5 mm"], ["1", "1 mm"], ["5", "5 mm"], ["25", "25 mm"]],
    String(app.step || 5), (value) => { app.step = Number(value); step.value = app.step; });
  step.value = app.step || 5;
  element("p", card, `at ${x.toFixed(1)}, ${y.toFixed(1)}; ${z.toFixed(1)} mm high`, "small");
  const row = element("div", card, undefined, "row");
  [["On its level", false], ["On top", true]].forEach(([text, onto]) => {
    button(row, text, () => { app.onto = onto; fillPanel(document.getElementById("panel")); })
      .setAttribute("aria-pressed", String(app.onto === onto));
  });
}

function slider(card, label, value, least, most, step, unit, change) {
  const box = element("div", card, undefined, "slider");
  const said = (now) => `${label}: ${Number(now.toFixed(1))}${unit}`;
  const title = element("span", box, said(value));
  const row = element("div", box, undefined, "row");
  const by = (more) => () => {
    let next = value + more;
    if (unit === "°" && least === 0) next = (next + 360) % 360;
    ask("do", change(Math.min(Math.max(next, least), most)));
  };
  const steps = step < 1 ? [-1, -0.1] : [-15, -1];
  steps.forEach((more) => button(row, `−${-more}`, by(more), "small"));
  const range = element("input", row);
  Object.assign(range, { type: "range", min: least, max: most, step });
  range.value = value;
  range.setAttribute("aria-label", label);
  range.addEventListener("input", () => {
    isHeld = true;
    title.textContent = said(Number(range.value));
    hand.move(change(Number(range.value)));
  });
  const end = () => {
    isHeld = false;
    hand.put();
  };
  range.addEventListener("change", end);
  range.addEventListener("blur", () => { if (isHeld) end(); });
  [...steps].reverse().forEach((more) => button(row, `+${-more}`, by(-more), "small"));
}

function fillRest(rest) {
  const { view } = app;
  if (view.readings.length) {
    const more = details(rest, "readings", "Disputed readings");
    view.readings.forEach((reading) => {
      const row = element("label", more, undefined, "reading");
      element("strong", row, reading.name.replaceAll("_", " "));
      const list = select(row, reading.name, reading.choices.map(([value, meaning]) => [value, meaning]),
        reading.chosen, (choice) => ask("do", { do: "read", reading: reading.name, choice }));
      list.title = reading.source;
      const meaning = reading.choices.find(([value]) => value === reading.chosen);
      element("small", row, meaning ? meaning[1] : "", "small");
      if (reading.chosen !== reading.default) element("strong", row, "Not the default.", "small");
    });
    button(more, "Which readings would change an answer?", () => ask("compare"));
    if (view.comparison) element("pre", more, view.comparison);
  }
  const signs = details(rest, "signs", "What the signs mean");
  SIGNS.forEach(([sign, outcome, text]) => element("p", signs,
    `${sign} on a base, ${view.outcomes[outcome]} before a name: ${text}`, "small"));
  element("p", signs, `${view.outcomes.none} before a name: not ruled on`, "small");
  Object.entries(LINES).forEach(([kind, text]) => {
    const [colour, on, off] = view.signs[kind];
    const row = element("p", signs, undefined, "small");
    const svg = row.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
    Object.entries({ width: 46, height: 8 }).forEach(([key, value]) => svg.setAttribute(key, value));
    const line = svg.appendChild(document.createElementNS(svg.namespaceURI, "path"));
    Object.entries({ d: "M0 4H46", stroke: colour, "stroke-width": 3, "stroke-dasharray": off ? `${on} ${off}` : "none" })
      .forEach(([key, value]) => line.setAttribute(key, value));
    row.append(` ${text}`);
  });
  element("p", signs, "A piece with a red edge stops a line. Of two surfaces the lighter is higher.", "small");
  const whole = details(rest, "whole", "The whole ruling in words");
  element("pre", whole, view.text);
}

function details(parent, name, title) {
  const found = element("details", parent);
  element("summary", found, title);
  found.open = open[name];
  found.ontoggle = () => { open[name] = found.open; };
  return found;
}
