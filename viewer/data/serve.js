// The page at the table: what it shows is asked of the server, and nothing is decided here.

import { fillBar, fillPanel } from "./serve-panel.js";
import { Names } from "./serve-names.js";
import { Plan } from "./serve-plan.js";
import { Space } from "./serve-solid.js";

const PATIENCE = 12000;
const AGAIN = 1200;
const BEAT = 5000;
const KEEP = 2000;

export const app = {
  view: null,
  look: { trooper: "", placement: "", step: null, cut: null, level: null },
  chosen: { kind: "", name: "", key: "" },
  isSolid: false,
  onto: false,
  notice: "",
  shapes: new Map(),
};

const CAN_DRAW = Boolean(document.createElement("canvas").getContext("webgl2"));

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
  if (waiting.length > 8) return;
  waiting.push({ verb, change, onto: Boolean(onto) });
  next();
}

function next() {
  if (inFlight || isLost || !waiting.length) return;
  const { verb, change, onto } = waiting.shift();
  const message = { look: app.look, have: [...app.shapes.keys()], solid: app.isSolid, onto,
    about: app.chosen.name };
  if (change) message.change = change;
  inFlight = true;
  const mine = generation;
  call(`table.${verb}`, message).then((view) => {
    if (mine !== generation) return;
    inFlight = false;
    if (view) take(view, verb);
    next();
  }, () => {
    if (mine === generation) lose();
  });
}

function call(method, message) {
  const session = window.trame.client.getConnection().getSession();
  let late;
  const patience = new Promise((_, fail) => { late = setTimeout(() => fail(new Error("late")), PATIENCE); });
  return Promise.race([session.call(method, message === undefined ? [] : [message]), patience])
    .finally(() => clearTimeout(late));
}

function take(view, verb) {
  Object.entries(view.shapes).forEach(([name, shape]) => app.shapes.set(name, shape));
  app.view = view;
  const wanted = new Set([...view.plan, ...view.solid].map((one) => one.shape));
  if (app.shapes.size > 500) {
    [...app.shapes.keys()].filter((name) => !wanted.has(name)).forEach((name) => app.shapes.delete(name));
  }
  if (verb !== "see" && verb !== "keep") app.notice = view.notice;
  Object.assign(app.look, view.look);
  if (!choices().some((one) => one.key === app.chosen.key && one.name === app.chosen.name)
      && app.chosen.kind !== "piece") app.chosen = { kind: "", name: "", key: "" };
  document.title = `${view.title} – Blast Focus`;
  draw();
  document.documentElement.dataset.version = view.version;
}

// Whatever can be chosen: what can be moved, and who only has an outcome.
export function choices() {
  const found = app.view.handles.map(({ kind, drawn, key }) => ({ kind, name: drawn, key }));
  app.view.names.filter((one) => one.kind !== "piece").forEach((one) => {
    if (!found.some((other) => other.name === one.name)) {
      found.push({ kind: one.kind, name: one.name, key: "" });
    }
  });
  return found;
}

export function handle() {
  return app.view.handles.find((one) => one.key === app.chosen.key);
}

export function choose(one) {
  app.chosen = one || { kind: "", name: "", key: "" };
  app.look.trooper = app.chosen.kind === "trooper" ? app.chosen.name : "";
  app.notice = "";
  if (app.view) draw();
  ask("see");
}

export function draw() {
  if (!app.plan.svg.isConnected) return;
  fillBar(document.getElementById("bar"));
  fillPanel(document.getElementById("panel"));
  fillTools(document.getElementById("tools"));
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

let toolsAre = "";
function fillTools(tools) {
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
      ...view.placements.map((name) => [name, `template ${name}`])], app.look.placement, (value) => {
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
  window.addEventListener("pagehide", () => hand.drop());
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !isLost) ask("see"); });
  window.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "Escape") choose(null);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      ask(event.shiftKey ? "redo" : "undo");
    }
  });
}

start();
