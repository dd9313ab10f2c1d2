// Names beside what they name, moved apart where they would cover one another.

import { app, choices, choose, drawn, element, handle } from "./serve.js";
import { knobs } from "./serve-hits.js";

const SVG = "http://www.w3.org/2000/svg";
const CROWD = 12;
// How far beside a name a finger may be, in pixels.
const SPARE = { trooper: 5, template: 10 };
// Areas that are discs from above, of which several may lie over one another.
const ROUND = ["blast", "smoke", "flare"];
// Half of what a centre's sign takes, and how near to it another's leader may pass, in pixels.
const CENTRE = 13;

export class Names {
  constructor(box, leaders) {
    this.box = box;
    this.leaders = leaders;
  }

  // `at` gives for a point in mm its pixels, or nothing where it isn't seen; `scale` pixels a mm.
  place(at, scale) {
    this.box.textContent = "";
    this.leaders.textContent = "";
    const width = this.box.clientWidth;
    const height = this.box.clientHeight;
    const spots = app.view.names.map((name) => ({ name, spot: at(name.at), reach: name.reach * scale }))
      .filter(({ spot }) => spot && spot[0] >= 0 && spot[1] >= 0 && spot[0] <= width && spot[1] <= height);
    const troopers = spots.filter(({ name }) => name.kind === "trooper");
    const taken = troopers.map(({ spot: [x, y], reach }) => {
      const half = Math.min(Math.max(reach, 8), 40);
      return { left: x - half, top: y - half, wide: 2 * half, high: 2 * half };
    });
    const grips = app.isSolid ? [] : knobs().map((one) => at(one.at));
    grips.forEach(([x, y]) => taken.push({ left: x - 22, top: y - 22, wide: 44, high: 44 }));
    const centres = app.view.marks.map(([, ...spot]) => at(spot)).filter(Boolean);
    centres.forEach(([x, y]) => taken.push({ left: x - CENTRE, top: y - CENTRE, wide: 2 * CENTRE, high: 2 * CENTRE }));
    const discs = app.isSolid ? [] : app.view.plan.filter((one) => ROUND.includes(one.kind))
      .map((one) => ({ id: one.id, spot: at(one.at), reach: one.reach * scale }));
    const plates = [];
    this.spots = [];
    const rank = ({ name }) => (name.id === app.chosen.id ? 0 : name.kind === "trooper" ? 1 : 2);
    spots.sort((a, b) => rank(a) - rank(b) || a.spot[1] - b.spot[1] || a.spot[0] - b.spot[0])
      .forEach(({ name, spot: [x, y], reach }) => {
        const tag = this.tag(name, troopers.length);
        const wide = tag.offsetWidth;
        const high = tag.offsetHeight;
        const isArea = name.kind === "template";
        const off = isArea ? CENTRE + 3 : Math.min(reach, 60) + 10;
        const others = discs.filter((one) => one.id !== name.id);
        const astray = (box) => (isArea ? mistaken([x, y], box, others, centres, plates) : 0);
        const [left, top] = free(x, y, off, wide, high, taken, width, height, astray);
        tag.style.transform = `translate(${left}px, ${top}px)`;
        taken.push({ left, top, wide, high });
        plates.push({ left, top, wide, high });
        if (name.kind !== "piece") this.spots.push({ id: name.id, kind: name.kind, left, top, wide, high });
        const [x2, y2] = nearest([x, y], { left, top, wide, high });
        const ends = { x1: x, y1: y, x2, y2 };
        if (isArea) this.lead("halo", ends);
        this.lead(name.kind, ends, isArea ? name.colour : "");
      });
  }

  lead(kind, ends, colour) {
    const line = document.createElementNS(SVG, "line");
    line.setAttribute("class", kind);
    Object.entries(ends).forEach(([key, value]) => line.setAttribute(key, value));
    if (colour) line.style.stroke = colour;
    this.leaders.appendChild(line);
  }

  // Whose name lies there. Names take no fingers themselves: what is under them can be dragged.
  under([x, y]) {
    const found = (this.spots || []).filter((one) => x >= one.left - 6 && x <= one.left + one.wide + 6
      && y >= one.top - SPARE[one.kind] && y <= one.top + one.high + SPARE[one.kind])
      .sort((a, b) => Math.abs(a.top + a.high / 2 - y) - Math.abs(b.top + b.high / 2 - y))[0];
    return found && choices().find((one) => one.id === found.id);
  }

  tag(name, troopers) {
    if (name.kind !== "trooper") {
      const tag = element("div", this.box, name.title, `tag ${name.kind}`);
      tag.style.borderColor = name.colour;
      tag.dataset.id = name.id;
      if (app.chosen.id === name.id) tag.classList.add("chosen");
      return tag;
    }
    const isChosen = app.chosen.id === name.id;
    const said = troopers <= CROWD || isChosen ? name.title : name.name;
    const tag = element("button", this.box, `${name.mark} ${said}`, "tag trooper");
    tag.type = "button";
    tag.dataset.id = name.id;
    tag.dataset.name = name.id.slice("trooper:".length);
    tag.dataset.sign = name.sign;
    const base = drawn(name.id);
    const more = base ? [handle(name.id)?.values.prone && "prone",
      base.at[2] > 1 && `${Math.round(base.at[2])} mm up`] : [];
    if (more.some(Boolean)) element("small", tag, ` ${more.filter(Boolean).join(", ")}`);
    tag.onclick = () => choose(choices().find((one) => one.id === name.id));
    if (isChosen) tag.classList.add("chosen");
    tag.style.borderColor = name.colour;
    return tag;
  }
}

function nearest([x, y], { left, top, wide, high }) {
  return [Math.min(Math.max(x, left), left + wide), Math.min(Math.max(y, top), top + high)];
}

// How easily an area's name there is taken for another's: it lies on another's disc, or its
// leader passes another's centre, or under another name.
function mistaken(from, box, discs, centres, plates) {
  const on = discs.reduce((sum, { spot, reach }) => {
    const [x, y] = nearest(spot, box);
    return sum + Math.max(0, reach - Math.hypot(spot[0] - x, spot[1] - y));
  }, 0);
  const [x, y] = nearest(from, box);
  const way = [x - from[0], y - from[1]];
  const long = way[0] ** 2 + way[1] ** 2 || 1;
  const passed = centres.filter((one) => {
    const by = [one[0] - from[0], one[1] - from[1]];
    if (Math.hypot(...by) < 1) return false;
    const share = Math.min(Math.max((by[0] * way[0] + by[1] * way[1]) / long, 0), 1);
    return Math.hypot(by[0] - share * way[0], by[1] - share * way[1]) < CENTRE;
  });
  const along = Array.from({ length: 20 }, (_, i) => from.map((value, k) => value + way[k] * i / 20));
  const under = plates.filter((one) => along.some((spot) => Math.hypot(...nearest(spot, one)
    .map((value, k) => value - spot[k])) < 2));
  return 20 * on + 400 * (passed.length + under.length);
}

// The first place beside a point that covers nothing, and isn't astray; else the least bad one.
function free(x, y, off, wide, high, taken, width, height, astray) {
  const tries = [];
  [0, 26, 56, 92, 136, 190].forEach((more) => {
    const far = off + more;
    [[x + far, y - high / 2], [x - far - wide, y - high / 2], [x - wide / 2, y - far - high],
      [x - wide / 2, y + far], [x + far * 0.7, y - far * 0.7 - high], [x + far * 0.7, y + far * 0.7],
      [x - far * 0.7 - wide, y - far * 0.7 - high], [x - far * 0.7 - wide, y + far * 0.7]]
      .forEach((one) => tries.push(one));
  });
  let best = null;
  let least = Infinity;
  for (const [left, top] of tries) {
    const inside = [Math.min(Math.max(left, 2), width - wide - 2), Math.min(Math.max(top, 2), height - high - 2)];
    const there = { left: inside[0], top: inside[1], wide, high };
    const covered = astray(there) + taken.reduce((sum, one) => sum
      + Math.max(0, Math.min(inside[0] + wide, one.left + one.wide) - Math.max(inside[0], one.left))
      * Math.max(0, Math.min(inside[1] + high, one.top + one.high) - Math.max(inside[1], one.top)), 0);
    if (covered < least) [best, least] = [inside, covered];
    if (!covered) break;
  }
  return best;
}
