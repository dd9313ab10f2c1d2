// The table from above: tapped to choose, dragged to move. One finger on nothing moves the sheet.

import { app, choose, drawn, hand, handle, names } from "./serve.js";
import { knobs, under } from "./serve-hits.js";

const SVG = "http://www.w3.org/2000/svg";
const STILL = 8;
const GRID = 100;

function made(name, parent, values) {
  const one = document.createElementNS(SVG, name);
  Object.entries(values || {}).forEach(([key, value]) => one.setAttribute(key, value));
  if (parent) parent.appendChild(one);
  return one;
}

export class Plan {
  constructor(box) {
    this.svg = made("svg", box, { role: "img", "aria-label": "the table from above" });
    const flip = made("g", this.svg, { transform: "scale(1,-1)" });
    this.ground = made("g", flip);
    this.scenery = made("g", flip);
    this.acting = made("g", flip);
    this.lines = made("g", flip);
    this.signs = made("g", flip);
    this.frame = null;
    this.isMoved = false;
    this.drawn = "";
    this.pointers = new Map();
    this.drag = null;
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.moved(event));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", (event) => this.up(event, true));
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 500), this.pixel(event));
    }, { passive: false });
  }

  get width() { return this.svg.clientWidth || 1; }

  get height() { return this.svg.clientHeight || 1; }

  // The middle of what is shown, mm, and how many pixels a millimetre has.
  fit() {
    const [x0, y0, x1, y1] = app.view.bounds;
    const scale = Math.min(this.width / (x1 - x0), this.height / (y1 - y0)) * 0.94;
    this.frame = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
    this.whole = scale;
    this.aim();
  }

  // At first what acts is shown, not an empty table.
  open() {
    this.fit();
    const [x0, y0, , x1, y1] = app.view.acting;
    const wide = x1 - x0 + 60;
    const high = y1 - y0 + 60;
    const scale = Math.min(this.width / wide, this.height / high);
    if (scale <= this.frame.scale * 1.15) return;
    this.frame = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale: Math.min(scale, 4) };
    this.aim();
  }

  aim() {
    const { x, y, scale } = this.frame;
    const wide = this.width / scale;
    const high = this.height / scale;
    this.svg.setAttribute("viewBox", `${x - wide / 2} ${-y - high / 2} ${wide} ${high}`);
    this.showSigns();
    names();
  }

  zoom(by, at) {
    const [px, py] = at || [this.width / 2, this.height / 2];
    const [x, y] = this.mm([px, py]);
    const { frame } = this;
    this.isMoved = true;
    frame.scale = Math.min(Math.max(frame.scale * by, this.whole * 0.5), 30);
    frame.x = x - (px - this.width / 2) / frame.scale;
    frame.y = y + (py - this.height / 2) / frame.scale;
    this.aim();
  }

  // Until somebody has chosen what to see, all that acts is in sight.
  resized() {
    if (!this.frame || !app.view || !this.svg.clientWidth) return;
    if (this.isMoved) this.aim(); else this.open();
  }

  pixel(event) {
    const box = this.svg.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  mm([px, py]) {
    const { x, y, scale } = this.frame;
    return [x + (px - this.width / 2) / scale, y - (py - this.height / 2) / scale];
  }

  px([mx, my]) {
    const { x, y, scale } = this.frame;
    return [(mx - x) * scale + this.width / 2, (y - my) * scale + this.height / 2];
  }

  eye() { return this.frame && this.width > 1 ? (at) => this.px(at) : null; }

  show() {
    const { view } = app;
    const key = JSON.stringify([view.scenery, view.stops, view.bounds]);
    if (key !== this.drawn) {
      this.drawn = key;
      this.lay(view.bounds);
      this.scenery.textContent = "";
      const stops = new Set(view.stops);
      view.pieces.forEach(([kind, name, shape]) => {
        const group = this.add(this.scenery, { id: `piece:${name}`, kind, shape });
        if (!group) return;
        group.dataset.name = name;
        if (kind === "scenery" && stops.has(name)) group.classList.add("stops");
      });
    }
    this.acting.textContent = "";
    view.plan.forEach((one) => this.add(this.acting, one));
    if (!this.frame && this.svg.clientWidth) this.open();
    if (this.frame) this.showSigns();
  }

  lay([x0, y0, x1, y1]) {
    this.ground.textContent = "";
    made("rect", this.ground, { x: x0, y: y0, width: x1 - x0, height: y1 - y0, class: "top" });
    let grid = "";
    for (let x = Math.ceil(x0 / GRID) * GRID; x < x1; x += GRID) grid += `M${x} ${y0}V${y1}`;
    for (let y = Math.ceil(y0 / GRID) * GRID; y < y1; y += GRID) grid += `M${x0} ${y}H${x1}`;
    made("path", this.ground, { d: grid, class: "grid" });
  }

  add(parent, solid) {
    const shape = app.shapes.get(solid.shape);
    if (!shape) return null;
    const group = made("g", parent, { class: `solid ${solid.kind}` });
    group.dataset.kind = solid.kind;
    group.dataset.id = solid.id;
    if (app.chosen.id === solid.id && solid.kind !== "zone") group.classList.add("chosen");
    shape.paths.forEach(([fill, d]) => {
      const one = made("path", group, { d, fill });
      if (solid.edge) one.setAttribute("stroke", solid.edge);
    });
    return group;
  }

  // What has its size in pixels, whatever the scale: lines' ends, centres, knobs.
  showSigns() {
    const { view } = app;
    const unit = 1 / this.frame.scale;
    this.lines.textContent = "";
    this.signs.textContent = "";
    view.strokes.forEach(([kind, x0, y0, , x1, y1]) => {
      const [colour, on, off] = view.signs[kind];
      const d = `M${x0} ${y0}L${x1} ${y1}`;
      made("path", this.lines, { d, class: "halo" });
      made("path", this.lines, { d, class: `line ${kind}`, stroke: colour,
        "stroke-dasharray": off ? `${on} ${off}` : "none" });
      const end = made("g", this.signs, { transform: `translate(${x1} ${y1}) scale(${unit})` });
      if (kind === "stopped") {
        made("path", end, { d: "M-6 -6L6 6M-6 6L6 -6", class: "halo" });
        made("path", end, { d: "M-6 -6L6 6M-6 6L6 -6", class: "cross", stroke: colour });
      } else {
        made("circle", end, { r: kind === "reaches" ? 5.5 : 3.5, class: "dot", fill: colour });
      }
    });
    view.marks.forEach(([kind, x, y]) => {
      const sign = made("g", this.signs, { transform: `translate(${x} ${y}) scale(${unit})`, class: `mark ${kind}` });
      made("path", sign, { d: "M-13 0H13M0 -13V13", class: "halo" });
      made("path", sign, { d: "M-13 0H13M0 -13V13", class: "ray" });
      made("circle", sign, { r: 7, class: "ring" });
      made("circle", sign, { r: 2.4 });
    });
    view.names.filter((name) => name.kind === "trooper" && name.sign !== "none").forEach((name) => {
      const [x, y] = (drawn(name.id) || name).at;
      const sign = made("g", this.signs, { transform: `translate(${x} ${y}) scale(${unit})`, class: "sign" });
      const d = { yes: "M-7 0H7M0 -7V7M-5 -5L5 5M-5 5L5 -5", no: "M-6 0A6 6 0 1 1 6 0A6 6 0 1 1 -6 0",
        undecided: "M-6 0A6 6 0 1 1 6 0A6 6 0 1 1 -6 0M-5 -5L5 5" }[name.sign];
      made("path", sign, { d, class: "halo" });
      made("path", sign, { d, class: "ray" });
    });
    const one = handle();
    if (!one) return;
    if (one.kind === "trooper" && drawn(one.id)) this.facing(one, drawn(one.id).at, unit);
    knobs().forEach(({ at: [x, y], what }) => {
      const knob = made("g", this.signs, { transform: `translate(${x} ${y}) scale(${unit})`, class: "knob" });
      knob.dataset.what = what;
      made("circle", knob, { r: 15 });
      made("path", knob, { d: what === "turn" ? "M-7 0A7 7 0 1 1 0 7M0 7L5 4M0 7L4 11" : "M-8 0H8M0 -8V8" });
    });
  }

  facing(one, at, unit) {
    const way = one.toward * Math.PI / 180;
    const [x, y] = [at[0] + 30 * unit * Math.cos(way), at[1] + 30 * unit * Math.sin(way)];
    made("path", this.signs, { class: "facing",
      transform: `translate(${x} ${y}) rotate(${one.toward}) scale(${unit})`, d: "M-7 -8L9 0L-7 8Z" });
  }

  down(event) {
    if (!app.view || (event.button && event.pointerType === "mouse")) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    const at = this.pixel(event);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size > 1) {
      // A second finger: the sheet is pinched, and nothing is moved.
      hand.drop();
      this.drag = null;
      return;
    }
    const found = under(this, at, event);
    const one = found.knob ? handle() : found.one;
    const grips = found.knob || (one && one.id === app.chosen.id);
    const full = one && handle(one.id);
    this.drag = { from: at, start: at, isOn: false, found, one, grips: Boolean(grips && full),
      off: full ? this.mm(at).map((value, i) => full.at[i] - value) : [0, 0] };
  }

  moved(event) {
    if (!this.pointers.has(event.pointerId)) return;
    const before = this.pointers.get(event.pointerId);
    const at = this.pixel(event);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size > 1) {
      this.pinch(event.pointerId, before, at);
      return;
    }
    const { drag } = this;
    if (!drag) return;
    if (!drag.isOn && Math.hypot(at[0] - drag.start[0], at[1] - drag.start[1]) < STILL) return;
    drag.isOn = true;
    if (drag.grips) {
      const change = this.change(drag, this.mm(at));
      if (change) hand.move(change);
    } else {
      this.isMoved = true;
      this.frame.x -= (at[0] - drag.from[0]) / this.frame.scale;
      this.frame.y += (at[1] - drag.from[1]) / this.frame.scale;
      this.aim();
    }
    drag.from = at;
  }

  change(drag, [x, y]) {
    const one = handle();
    if (!one) return null;
    const { key } = one;
    const angle = (from) => Math.atan2(y - from[1], x - from[0]) * 180 / Math.PI;
    const what = drag.found.knob?.what;
    if (what === "tip") {
      return { do: "tip", key, degrees: angle(handle(`trooper:${one.values.by}`).at) };
    }
    if (one.kind === "teardrop") return { do: "turn", key, degrees: angle(one.at) };
    return { do: "carry", key, x: x + drag.off[0], y: y + drag.off[1] };
  }

  pinch(moving, before, at) {
    const [other] = [...this.pointers].filter(([id]) => id !== moving).map(([, spot]) => spot);
    const far = (a) => Math.max(Math.hypot(a[0] - other[0], a[1] - other[1]), 20);
    const middle = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
    this.frame.x -= (at[0] - before[0]) / 2 / this.frame.scale;
    this.frame.y += (at[1] - before[1]) / 2 / this.frame.scale;
    this.zoom(far(at) / far(before), middle);
  }

  up(event, isCancelled) {
    if (!this.pointers.delete(event.pointerId)) return;
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    if (drag.isOn && drag.grips) {
      if (isCancelled) hand.drop(); else hand.put();
    } else if (!drag.isOn && !isCancelled && !drag.found.knob) {
      const { one } = drag;
      choose(one && one.kind !== "piece" && one.id === app.chosen.id ? null : one || null);
    }
  }

  letGo() { this.drag = null; this.pointers.clear(); }
}
