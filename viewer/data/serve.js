// The page at the table: what it shows is asked of the server, and nothing is decided here.

import { fillBar, fillPanel } from "./serve-panel.js";
import { Names } from "./serve-names.js";
import { Plan } from "./serve-plan.js";
import { Space } from "./serve-solid.js";
import { fillTools } from "./serve-tools.js";

const PATIENCE = 12000;
const FIRST = 120000;
const NOTHING = { kind: "", name: "", id: "" };
const AGAIN = 1200;
const BEAT = 5000;
const KEEP = 2000;

export const app = {
  view: null,
  look: { trooper: "", placement: "", step: null, cut: null, level: null },
  chosen: NOTHING,
  isSolid: false,
  onto: false,
  notice: "",
  shapes: new Map(),
};

let waiting = [];
let inFlight = false;
let isLost = true;
let holding = null;
let generation = 0;

export function element(name, parent, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  if (parent) parent.appendChild(made);
  return made;
}

// One order is on its way at a time. Of several drags only the newest waits.
export function ask(verb, change, onto) {
  if (verb === "see" && waiting.some((one) => one.verb === "see")) return;
  const last = waiting[waiting.length - 1];
  if (verb === "drag" && last && last.verb === "drag") waiting.pop();
  // Whoever lets go is always heard.
  if (waiting.length > 8 && verb !== "release" && verb !== "drop") return;
  waiting.push({ verb, change, onto: Boolean(onto) });
  next();
}

function next() {
  if (inFlight || isLost || !waiting.length) return;
  const { verb, change, onto } = waiting.shift();
  const look = { ...app.look };
  const message = { look, first: !app.view, solid: app.isSolid, onto, about: app.chosen.id };
  if (change) message.change = change;
  inFlight = true;
  const mine = generation;
  call(`table.${verb}`, message).then((view) => {
    if (mine !== generation) return;
    inFlight = false;
    if (view) take(view, verb, look);
    next();
  }, () => {
    if (mine === generation) lose();
  });
}

function call(method, message) {
  const session = window.trame.client.getConnection().getSession();
  let late;
  const patience = new Promise((_, fail) => { late = setTimeout(() => fail(new Error("late")), app.view ? PATIENCE : FIRST); });
  return Promise.race([session.call(method, message === undefined ? [] : [message]), patience])
    .finally(() => clearTimeout(late));
}

function take(view, verb, asked) {
  Object.entries(view.shapes).forEach(([name, shape]) => app.shapes.set(name, shape));
  view.pieces = app.shapes.get(view.scenery).pieces;
  app.view = view;
  if (view.only) {
    const wanted = new Set([view.scenery, ...view.pieces.map((one) => one[2]),
      ...[...view.plan, ...view.solid].map((one) => one.shape)]);
    [...app.shapes.keys()].filter((name) => !wanted.has(name)).forEach((name) => app.shapes.delete(name));
  }
  if (verb !== "see" && verb !== "keep") app.notice = view.notice;
  // What was chosen while this answer was on its way is asked for next, and stays.
  Object.entries(view.look).forEach(([key, value]) => { if (app.look[key] === asked[key]) app.look[key] = value; });
  const { chosen } = app;
  if (chosen.id && chosen.kind !== "piece" && !(chosen.id === view.of && view.elsewhere)) {
    app.chosen = choices().find((one) => one.id === chosen.id) || NOTHING;
  }
  document.title = `${view.title} – Blast Focus`;
  draw();
  document.documentElement.dataset.version = view.version;
}

// Whatever can be chosen: what can be moved, who only has an outcome, and whoever is named
// though not drawn on this floor.
export function choices() {
  const found = new Map();
  const { view } = app;
  const add = ({ kind, name, id }) => { if (kind !== "piece" && !found.has(id)) found.set(id, { kind, name, id }); };
  view.names.forEach(add);
  view.handles.forEach(add);
  view.glance.forEach(([, , , chips]) => chips.forEach(([, id, name]) => add({ kind: "trooper", name, id })));
  return [...found.values()];
}

export function handle(id = app.chosen.id) {
  return id ? app.view.handles.find((one) => one.id === id) : undefined;
}

// Where something is drawn now; nothing where it isn't, on this floor.
export function drawn(id) { return app.view.plan.find((one) => one.id === id); }

export function choose(one) {
  app.chosen = one || NOTHING;
  app.look.trooper = app.chosen.kind === "trooper" ? app.chosen.id.slice("trooper:".length) : "";
  app.notice = "";
  if (app.view) draw();
  ask("see");
}

// A button under a finger is left where it is until the finger has done with it.
let pressed = null;
function press(event) {
  if (event.target.closest?.("#bar, #tools, #panel") && event.target.closest("button, a, summary, select")) {
    clearTimeout(pressed);
    pressed = setTimeout(unpress, 5000);
  }
}

function unpress() {
  if (pressed === null) return;
  clearTimeout(pressed);
  pressed = null;
  if (app.view) draw();
}

function unpressSoon() {
  if (pressed === null) return;
  clearTimeout(pressed);
  pressed = setTimeout(unpress, 400);
}

export function draw() {
  if (!app.plan.svg.isConnected) return;
  if (pressed === null) {
    fillBar(document.getElementById("bar"));
    fillPanel(document.getElementById("panel"));
    fillTools(document.getElementById("tools"));
  }
  document.getElementById("table").dataset.solid = app.isSolid ? "yes" : "no";
  app.plan.show();
  if (app.isSolid) app.space.show();
  names();
}

export function names() {
  if (!app.view) return;
  const at = app.isSolid ? app.space.eye() : app.plan.eye();
  if (at) app.names.place(at, app.isSolid ? 0.3 : app.plan.frame.scale);
}

// A hand on something: told at once, again while it rests, and put down at the end.
export const hand = {
  move(change) {
    if (!holding) holding = setInterval(() => ask("keep"), KEEP);
    ask("drag", change, app.onto);
  },
  put() {
    if (!holding) return;
    clearInterval(holding);
    holding = null;
    ask("release");
  },
  drop() {
    if (!holding) return;
    clearInterval(holding);
    holding = null;
    ask("drop");
  },
  get isOn() { return holding !== null; },
};

export function button(parent, text, does, className) {
  const made = element("button", parent, text, className);
  made.type = "button";
  made.onclick = does;
  return made;
}

export function select(parent, label, options, value, does) {
  const list = element("select", parent);
  list.setAttribute("aria-label", label);
  options.forEach(([key, text]) => { element("option", list, text).value = key; });
  list.value = value;
  list.onchange = () => does(list.value);
  return list;
}

function lose() {
  if (isLost && generation) return;
  isLost = true;
  inFlight = false;
  generation += 1;
  waiting = [];
  if (holding) clearInterval(holding);
  holding = null;
  app.plan?.letGo();
  const banner = document.getElementById("lost");
  if (banner) banner.hidden = false;
  try { window.trame.client.getConnection()?.getSession()?.close(); } catch { /* it is closed */ }
  setTimeout(connect, AGAIN);
}

function connect() {
  if (!isLost) return;
  window.trame.connect().then(() => {}, () => {});
  setTimeout(connect, 2 * AGAIN);
}

// After each connection, the first one too: trame gives a new client each time.
function connected() {
  const { client } = window.trame;
  generation += 1;
  client.onConnectionClose(lose);
  client.onConnectionError(lose);
  client.getConnection().getSession().subscribe("table.changed", () => ask("see"));
  isLost = false;
  inFlight = false;
  waiting = [];
  app.shapes.clear();
  const banner = document.getElementById("lost");
  if (banner) banner.hidden = true;
  ask("see");
}

// Trame puts its template in anew after each connection: what was drawn into the old one is gone.
function mount() {
  const seen = app.plan;
  app.plan = new Plan(document.getElementById("plan"));
  if (seen?.isMoved) Object.assign(app.plan, { frame: seen.frame, whole: seen.whole, isMoved: true });
  app.space?.end();
  app.space = new Space();
  app.names = new Names(document.getElementById("names"), document.getElementById("leaders"));
  new ResizeObserver(() => { app.plan.resized(); names(); }).observe(document.getElementById("stage"));
  document.getElementById("lost").hidden = !isLost || !generation;
}

function start() {
  if (!document.getElementById("lost") || !window.trame?.client) { setTimeout(start, 30); return; }
  mount();
  setInterval(() => {
    if (app.plan.svg.isConnected || !document.getElementById("lost")) return;
    mount();
    if (app.view) draw();
  }, 200);
  window.trame.addConnectListener(connected);
  setInterval(() => { if (!isLost && !inFlight) ask("see"); }, BEAT);
  window.addEventListener("pointerdown", press, true);
  window.addEventListener("pointerup", unpressSoon, true);
  window.addEventListener("pointercancel", unpress, true);
  // In the bubbling phase, after the button itself has heard of it.
  window.addEventListener("click", unpress);
  window.addEventListener("pagehide", () => hand.drop());
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !isLost) ask("see"); });
  window.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "Escape" && hand.isOn) {
      hand.drop();
      app.plan.letGo();
    } else if (event.key === "Escape") choose(null);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      ask(event.shiftKey ? "redo" : "undo");
    }
  });
}

start();
