// The panel beside the view in 3D, and the names in it. Every name is put in as text.
"use strict";

const told = JSON.parse(document.getElementById("told").textContent);
const content = document.querySelector(".content");
const tags = document.getElementById("tags");
const panel = document.getElementById("panel");
const lines = document.getElementById("lines");
const chosen = { level: told.levels.length - 1, step: told.steps.length - 1,
  scenery: true, area: true, line: true, names: true, layer: told.map };
let renderer = null;
let renderWindow = null;

function element(name, parent, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  parent.appendChild(made);
  return made;
}

// While the page is printed, the view has no size, and nothing can be drawn that has none.
window.addEventListener("resize", (event) => {
  if (!content.clientWidth || !content.clientHeight) event.stopImmediatePropagation();
}, true);

// The export's viewer calls this as soon as it is ready.
function loadDataSet() {
  if (!document.createElement("canvas").getContext("webgl2")) {
    element("p", content, "This browser can't draw in 3D. The pictures show the same.").className = "nothing";
    return;
  }
  const base64Str = document.getElementById("scene").textContent;
  window.OfflineLocalView.load(content, { base64Str });
  wait();
}

// The scene is unpacked after the viewer has started.
function wait() {
  renderWindow = window.global.renderWindow;
  const all = renderWindow ? renderWindow.getRenderers() : [];
  renderer = all.find((one) => one.getViewProps().length === told.parts.length);
  if (!renderer) { setTimeout(wait, 50); return; }
  renderer.getActiveCamera().onModified(() => requestAnimationFrame(placeTags));
  new ResizeObserver(() => requestAnimationFrame(placeTags)).observe(content);
  quietWheel();
  fillPanel();
  look([0.42, -0.78, 0.62], [0, 0, 1]);
  show();
  document.documentElement.dataset.ready = "yes";
}

// A page is scrolled past the view; the wheel zooms only once the view was clicked.
function quietWheel() {
  let active = false;
  content.addEventListener("pointerdown", () => { active = true; }, true);
  content.addEventListener("pointerleave", () => { active = false; });
  content.addEventListener("wheel", (event) => { if (!active) event.stopPropagation(); }, true);
}

function show() {
  renderer.getViewProps().forEach((prop, i) => {
    const part = told.parts[i];
    const level = part.cap ? part.level === chosen.level : part.level <= chosen.level;
    const wanted = part.group === "map" ? isLaid(part) : chosen[part.group] !== false;
    prop.setVisibility(wanted && level && part.steps.includes(chosen.step));
  });
  renderer.resetCameraClippingRange();
  renderWindow.render();
  placeTags();
}

// Layer 0 of the choice is none; zones go with each.
function isLaid(part) {
  return chosen.layer > 0 && (part.layer < 0 || part.layer === chosen.layer - 1);
}

function look(from, up) {
  const camera = renderer.getActiveCamera();
  const about = told.about;
  const middle = [0, 1, 2].map((i) => (about[2 * i] + about[2 * i + 1]) / 2);
  camera.setFocalPoint(...middle);
  camera.setPosition(...middle.map((value, i) => value + 1000 * from[i]));
  camera.setViewUp(...up);
  renderer.resetCamera(about);
  camera.zoom(1.25);
  renderer.resetCameraClippingRange();
  renderWindow.render();
  placeTags();
}

// From where a line begins, it is all that can be seen.
function lookFrom(mark) {
  const camera = renderer.getActiveCamera();
  const [x, y, z] = mark.at;
  camera.setPosition(x, y, z + 1);
  const far = Math.hypot(mark.toward[0] - x, mark.toward[1] - y);
  camera.setFocalPoint(mark.toward[0], mark.toward[1], z + 1 + 0.3 * far);
  camera.setViewUp(0, 0, 1);
  camera.setViewAngle(75);
  document.getElementById("line").checked = false;
  chosen.line = false;
  show();
}

function isShown(tag) {
  return tag.step === chosen.step && tag.level <= chosen.level
    && (tag.kind !== "template" || chosen.area) && (tag.kind !== "piece" || chosen.scenery)
    && (tag.kind !== "zone" || chosen.layer > 0);
}

// Names beside what they name, moved down where they would cover one another.
function placeTags() {
  tags.textContent = "";
  lines.textContent = "";
  if (!chosen.names || !renderer) return;
  const width = content.clientWidth;
  const height = content.clientHeight;
  const camera = renderer.getActiveCamera();
  const eye = camera.getPosition();
  const way = camera.getDirectionOfProjection();
  const placed = [];
  told.tags.filter(isShown).map((tag) => {
    const [x, y] = renderer.worldToNormalizedDisplay(...tag.at, width / height);
    const ahead = tag.at.reduce((sum, value, i) => sum + (value - eye[i]) * way[i], 0);
    return { tag, x: x * width, y: (1 - y) * height, ahead };
  }).filter(({ x, y, ahead }) => ahead > 0 && x >= 0 && y >= 0 && x <= width && y <= height)
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .forEach(({ tag, x, y }) => {
      const box = element("div", tags, tag.title);
      box.className = tag.kind === "trooper" ? "tag" : "tag small";
      box.style.borderColor = tag.colour;
      const wide = box.offsetWidth;
      const high = box.offsetHeight;
      const left = Math.max(2, Math.min(x + 14, width - wide - 2));
      let top = Math.max(2, y - high - 10);
      placed.forEach((other) => {
        const apart = left > other.left + other.wide || other.left > left + wide
          || top > other.top + other.high || other.top > top + high;
        if (!apart) top = other.top + other.high + 2;
      });
      box.style.transform = `translate(${left}px, ${top}px)`;
      placed.push({ left, top, wide, high });
      const line = document.createElementNS(lines.namespaceURI, "line");
      Object.entries({ x1: x, y1: y, x2: left + 3, y2: top + high / 2, stroke: "#1e1e1e" })
        .forEach(([name, value]) => line.setAttribute(name, value));
      lines.appendChild(line);
    });
}

function fillPanel() {
  element("h2", panel, "Look");
  const views = element("div", panel);
  [["at an angle", [0.42, -0.78, 0.62], [0, 0, 1]], ["from above", [0, 0, 1], [0, 1, 0]],
    ["from the south", [0, -1, 0.12], [0, 0, 1]], ["from the north", [0, 1, 0.12], [0, 0, 1]],
    ["from the east", [1, 0, 0.12], [0, 0, 1]], ["from the west", [-1, 0, 0.12], [0, 0, 1]],
  ].forEach(([name, from, up]) => {
    element("button", views, name).onclick = () => {
      renderer.getActiveCamera().setViewAngle(30);
      look(from, up);
    };
  });
  const seen = new Set();
  told.marks.forEach((mark) => {
    if (seen.has(mark.name)) return;
    seen.add(mark.name);
    element("button", views, `from ${mark.name}'s centre`).onclick = () => lookFrom(mark);
  });
  element("small", panel, "Drag to turn, click then wheel to zoom, shift and drag to move.");
  if (told.steps.length > 1) choice("Event", told.steps, "step");
  if (told.levels.length > 1) {
    const names = told.levels.map((name) => `up to ${name}`);
    names[names.length - 1] = "everything";
    choice("Levels", names, "level");
  }
  if (told.maps.length) {
    choice("Map", ["no map", ...told.maps.map((one) => one.title)], "layer");
    element("div", panel).id = "legend";
    fillLegend();
  }
  element("h2", panel, "Show");
  const has = (group) => told.parts.some((part) => part.group === group);
  [["scenery", "scenery"], ["area", "templates"], ["line", "lines"], ["names", "names"]]
    .filter(([key]) => !told.maps.length || key === "scenery" || key === "names" || has(key))
    .forEach(([key, name]) => {
      const label = element("label", panel);
      const box = element("input", label);
      box.type = "checkbox";
      box.id = key;
      box.checked = true;
      label.append(` ${name}`);
      box.onchange = () => { chosen[key] = box.checked; show(); };
    });
  if (!told.maps.length || told.tags.some((tag) => tag.kind === "trooper")) {
    element("h2", panel, "Who is who");
    element("ul", panel).id = "who";
    fillNames();
  }
}

// What the colours of the chosen map mean.
function fillLegend() {
  const legend = document.getElementById("legend");
  if (!legend) return;
  legend.textContent = "";
  if (chosen.layer === 0) return;
  const map = told.maps[chosen.layer - 1];
  const bar = element("div", legend);
  bar.className = "bar";
  const stops = map.stops.map((stop) => `${stop.colour} ${100 * stop.share}%`);
  bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  const words = element("div", legend);
  words.className = "words";
  map.stops.forEach((stop) => element("span", words, stop.words));
  map.signs.forEach((sign) => {
    const entry = element("div", legend, ` ${sign.words}`);
    const box = document.createElement("span");
    box.className = "sign";
    box.style.background = sign.colour;
    entry.prepend(box);
  });
  element("small", legend, `${map.title}. ${map.about}. No square: nowhere to stand, or not asked.`);
}

function choice(title, names, key) {
  element("h2", panel, title);
  const list = element("select", panel);
  list.setAttribute("aria-label", title);
  list.id = key;
  names.forEach((name, i) => { element("option", list, name).value = i; });
  list.value = chosen[key];
  list.onchange = () => {
    chosen[key] = Number(list.value);
    fillNames();
    fillLegend();
    show();
  };
}

function fillNames() {
  const list = document.getElementById("who");
  if (!list) return;
  list.textContent = "";
  told.tags.filter((tag) => tag.step === chosen.step && tag.kind !== "piece" && tag.kind !== "zone").forEach((tag) => {
    const entry = element("li", list, tag.title);
    entry.style.borderColor = tag.colour;
    if (tag.why.length) element("small", entry, tag.why.join(" "));
  });
}
