// The table in 3D: looked round, and tapped. What is drawn is told to trame's view.

import { app, choices, choose, drawn, handle, names } from "./serve.js";

const STILL = 8;
const FINGER = 34;
const ANGLE = 30;
const FIRST = { around: -62, above: 35 };
const FAR = 2 * Math.tan(ANGLE * Math.PI / 360);

function numbers(bytes, Kind) {
  // A message is one buffer: what is taken of it has to begin where a number may.
  return new Kind(bytes.slice().buffer);
}

function colour(said) {
  return [1, 3, 5].map((i) => parseInt(said.slice(i, i + 2), 16) / 255);
}

export class Space {
  constructor() {
    this.arrays = new Map();
    this.isAimed = false;
    this.pointers = new Map();
    this.start = null;
    this.eyeAt = null;
    const box = document.getElementById("space");
    box.addEventListener("pointerdown", (event) => this.down(event));
    box.addEventListener("pointermove", (event) => this.moved(event));
    box.addEventListener("pointerup", (event) => this.up(event));
    box.addEventListener("pointercancel", (event) => this.up(event, true));
    box.addEventListener("contextmenu", (event) => event.preventDefault());
    box.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 500));
    }, { passive: false });
    this.sized = new ResizeObserver(() => this.aim());
    this.sized.observe(box);
  }

  end() { this.sized.disconnect(); }

  get ref() { return window.trame.refs.space; }

  arraysOf(name) {
    if (!this.arrays.has(name)) {
      const shape = app.shapes.get(name);
      if (!shape) return null;
      this.arrays.set(name, { points: numbers(shape.points, Float32Array),
        polys: numbers(shape.polys, Uint32Array),
        lines: shape.lines ? numbers(shape.lines, Uint32Array) : null });
    }
    return this.arrays.get(name);
  }

  show() {
    const parts = [];
    const size = app.view.bounds;
    parts.push(...this.ground(size));
    const wanted = new Set();
    app.view.solid.forEach((one) => {
      const shape = this.arraysOf(one.shape);
      if (!shape) return;
      wanted.add(one.shape);
      const isArea = one.opacity < 1;
      parts.push({ key: one.key, points: shape.points, polys: shape.polys, lines: undefined,
        property: { color: colour(one.colour), opacity: one.opacity, ambient: isArea ? 0.6 : 0.45,
          diffuse: isArea ? 0.4 : 0.55 } });
      if (shape.lines?.length) {
        parts.push({ key: `${one.key} edges`, points: shape.points, polys: undefined, lines: shape.lines,
          property: { color: colour(one.edge), lighting: false, ambient: 1, diffuse: 0 } });
      }
    });
    if (this.arrays.size > wanted.size + 500) {
      [...this.arrays.keys()].filter((name) => !wanted.has(name)).forEach((name) => this.arrays.delete(name));
    }
    window.trame.state.set("solid", parts);
    if (!this.isAimed && app.view.solid.length) this.aimSoon();
    else this.render();
  }

  ground([x0, y0, x1, y1]) {
    const key = `ground ${x0} ${y0} ${x1} ${y1}`;
    if (!this.arrays.has(key)) {
      const ends = [];
      for (let x = Math.ceil(x0 / 100) * 100; x <= x1; x += 100) ends.push(x, y0, -0.2, x, y1, -0.2);
      for (let y = Math.ceil(y0 / 100) * 100; y <= y1; y += 100) ends.push(x0, y, -0.2, x1, y, -0.2);
      const lines = [];
      for (let i = 0; i < ends.length / 3; i += 2) lines.push(2, i, i + 1);
      this.arrays.set(key, { top: new Float32Array([x0, y0, -0.6, x1, y0, -0.6, x1, y1, -0.6, x0, y1, -0.6]),
        polys: new Uint32Array([4, 0, 1, 2, 3]), ends: new Float32Array(ends), lines: new Uint32Array(lines) });
    }
    const { top, polys, ends, lines } = this.arrays.get(key);
    const flat = { lighting: false, ambient: 1, diffuse: 0 };
    return [{ key: "ground", points: top, polys, lines: undefined, property: { ...flat, color: [0.945, 0.933, 0.918] } },
      { key: "grid", points: ends, polys: undefined, lines, property: { ...flat, color: [0.86, 0.84, 0.81] } }];
  }

  // The view sets its camera by itself, up to a moment after it is there.
  aimSoon() {
    this.isAimed = true;
    this.fit();
    [50, 150, 400].forEach((late) => setTimeout(() => {
      this.aim();
      if (late === 400) document.documentElement.dataset.space = "ready";
    }, late));
  }

  render() { this.aim(); }

  fit() {
    if (!app.view) return;
    const low = app.view.acting.slice(0, 3);
    const high = app.view.acting.slice(3);
    const middle = low.map((value, i) => (value + high[i]) / 2);
    const reach = Math.hypot(...low.map((value, i) => high[i] - value)) / 2 + 20;
    const box = document.getElementById("space");
    const narrow = Math.min(1, box.clientWidth / Math.max(box.clientHeight, 1));
    this.eyeAt = { ...FIRST, ...this.eyeAt, middle, far: 2 * reach * 0.92 / FAR / narrow };
    this.aim();
  }

  // From which direction, as unit vectors: to the eye, to its right, and up.
  ways() {
    const [around, above] = [this.eyeAt.around, this.eyeAt.above].map((value) => value * Math.PI / 180);
    const out = [Math.cos(above) * Math.cos(around), Math.cos(above) * Math.sin(around), Math.sin(above)];
    const right = [-Math.sin(around), Math.cos(around), 0];
    const up = [-Math.sin(above) * Math.cos(around), -Math.sin(above) * Math.sin(around), Math.cos(above)];
    return { out, right, up };
  }

  aim() {
    if (!this.eyeAt || !this.ref?.setCamera) return;
    const { middle, far } = this.eyeAt;
    const { out, up } = this.ways();
    this.ref.setCamera({ focalPoint: middle, centerOfRotation: middle, viewUp: up, viewAngle: ANGLE,
      position: middle.map((value, i) => value + far * out[i]) });
    if (app.isSolid) names();
  }

  zoom(by) {
    if (!this.eyeAt) return;
    this.eyeAt.far = Math.min(Math.max(this.eyeAt.far / by, 30), 20000);
    this.aim();
  }

  pan(dx, dy) {
    const { right, up } = this.ways();
    const unit = this.eyeAt.far * FAR / Math.max(document.getElementById("space").clientHeight, 1);
    this.eyeAt.middle = this.eyeAt.middle.map((value, i) => value - unit * (dx * right[i] - dy * up[i]));
    this.aim();
  }

  turn(dx, dy) {
    this.eyeAt.around -= dx * 0.4;
    this.eyeAt.above = Math.min(Math.max(this.eyeAt.above + dy * 0.4, -10), 89);
    this.aim();
  }

  // One finger turns the table, two move it and come nearer; so does a mouse's other button.
  down(event) {
    if (!this.eyeAt) return;
    event.preventDefault();
    document.getElementById("space").setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.start = this.pointers.size === 1 ? [event.clientX, event.clientY] : null;
  }

  moved(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const at = [event.clientX, event.clientY];
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    if (this.start && Math.hypot(at[0] - this.start[0], at[1] - this.start[1]) < STILL) return;
    this.pointers.set(event.pointerId, at);
    this.start = null;
    if (this.pointers.size > 1) {
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
      const apart = (a) => Math.max(Math.hypot(a[0] - other[0], a[1] - other[1]), 20);
      this.pan(dx / 2, dy / 2);
      this.zoom(apart(at) / apart(before));
    } else if (event.shiftKey || event.buttons > 1) this.pan(dx, dy);
    else this.turn(dx, dy);
  }

  up(event, isCancelled) {
    if (this.pointers.delete(event.pointerId) && !isCancelled) this.tapped(event);
  }

  // Where a point in mm is seen, as pixels.
  eye() {
    const box = document.getElementById("space");
    if (!this.eyeAt || !box.clientWidth) return null;
    const { middle, far } = this.eyeAt;
    const { out, right, up } = this.ways();
    const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
    const focal = box.clientHeight / FAR;
    return (at) => {
      const way = at.map((value, i) => value - middle[i]);
      const depth = far - dot(way, out);
      if (depth <= 0) return null;
      return [box.clientWidth / 2 + focal * dot(way, right) / depth,
        box.clientHeight / 2 - focal * dot(way, up) / depth];
    };
  }

  tapped(event) {
    const { start } = this;
    this.start = null;
    if (!start || !app.view) return;
    const eye = this.eye();
    const box = document.getElementById("space").getBoundingClientRect();
    const spot = [event.clientX - box.left, event.clientY - box.top];
    if (!eye) return;
    const named = app.names.under(spot);
    if (named) { choose(named); return; }
    const near = (at) => {
      const seen = eye(at);
      return seen ? Math.hypot(seen[0] - spot[0], seen[1] - spot[1]) : Infinity;
    };
    const known = choices().filter((one) => drawn(one.id) || handle(one.id)).map((one) => {
      const full = (one.kind === "trooper" && drawn(one.id)) || handle(one.id) || drawn(one.id);
      const name = app.view.names.find((other) => other.id === one.id);
      const top = name ? name.at : full.at;
      const middle = full.at.map((value, i) => (value + top[i]) / 2);
      return { one, far: Math.min(near(full.at), near(top), near(middle)) };
    }).sort((a, b) => a.far - b.far);
    if (known.length && known[0].far <= FINGER) choose(known[0].one);
  }
}
