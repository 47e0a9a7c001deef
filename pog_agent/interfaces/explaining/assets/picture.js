"use strict";

// Draws the elements of a run into a box. `tools` are its buttons by name, `told` is where a tap is put in words.
// Gives what others may do with the picture: mark the edges of some triples, and take over new colours.
function drawPicture(box, data, tools, told) {
  const COLUMN = 260, ROW = 100, ROWS = 9, RING = 125;

  const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

  function columns(nodes) {
    const byDistance = new Map();
    for (const node of nodes) {
      const key = node.distance === null ? -1 : node.distance;
      byDistance.set(key, [...(byDistance.get(key) || []), node]);
    }
    return [...byDistance.entries()].sort((a, b) => a[0] - b[0]).map((entry) => entry[1]);
  }

  // Topics and paths stand in columns by their distance from the topics, long columns in several.
  function placed(nodes, gap) {
    const places = new Map();
    let x = 0;
    for (const column of columns(nodes)) {
      const parts = Math.ceil(column.length / ROWS), size = Math.ceil(column.length / parts);
      for (let part = 0; part < parts; part += 1) {
        const rows = column.slice(part * size, (part + 1) * size);
        const space = rows.length > 3 ? ROW : gap, shift = part % 2 ? ROW / 2 : 0;
        rows.forEach((node, row) => {
          places.set(node.id, { x, y: (row - (rows.length - 1) / 2) * space + shift });
        });
        x += COLUMN;
      }
    }
    return places;
  }

  // The directions that are free around a node of a path: outwards at both ends, up and down in between.
  function fans(centre, places) {
    const xs = [...places.values()].map((place) => place.x);
    const isFirst = centre.x === Math.min(...xs), isLast = centre.x === Math.max(...xs);
    if (isFirst && isLast) return [[0, 2 * Math.PI]];
    if (isFirst) return [[0.55 * Math.PI, 1.45 * Math.PI]];
    if (isLast) return [[-0.45 * Math.PI, 0.45 * Math.PI]];
    return [[0.3 * Math.PI, 0.7 * Math.PI], [1.3 * Math.PI, 1.7 * Math.PI]];
  }

  // What surrounds a path stands in rings around the first node of a path that it hangs on.
  function surround(nodes, edges, places) {
    const hangs = new Map(), taken = new Set(places.keys());
    for (const edge of edges) {
      for (const [near, far] of [[edge.source, edge.target], [edge.target, edge.source]]) {
        if (places.has(near) && !taken.has(far)) {
          taken.add(far);
          hangs.set(near, [...(hangs.get(near) || []), far]);
        }
      }
    }
    const found = new Map();
    for (const [near, far] of hangs) {
      const centre = places.get(near), free = fans(centre, places);
      far.forEach((id, number) => {
        const [from, to] = free[number % free.length];
        const many = Math.ceil(far.length / free.length), own = Math.floor(number / free.length);
        const angle = from + ((to - from) * (own + 0.5)) / many;
        const radius = RING + (own % 2) * 55;
        found.set(id, { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) });
      });
    }
    found.forEach((place, id) => places.set(id, place));
    nodes.filter((node) => !places.has(node.id)).forEach((node, number) => {
      places.set(node.id, { x: number * COLUMN * 0.6, y: -4 * RING });
    });
  }

  const roles = { topic: 0, answer: 1, path: 2, surrounding: 3 };
  const onPath = data.nodes.filter((node) => node.role !== "surrounding");
  const places = placed(onPath, onPath.length < data.nodes.length ? 2.1 * RING : ROW);
  surround(data.nodes, data.edges, places);

  // Many things side by side need a higher box.
  const heights = onPath.map((node) => places.get(node.id).y);
  const needed = Math.max(...heights) - Math.min(...heights) + ROW;
  if (needed > box.clientHeight) box.style.height = `${Math.min(needed, 900)}px`;

  // On a narrow screen paths run downwards.
  let isNarrow = box.clientWidth < 600;
  const turned = (place) => (isNarrow ? { x: place.y * 0.85, y: place.x * 0.75 } : { ...place });

  const scaled = (pixels) => (isNarrow ? 1.6 * pixels : pixels);

  const elements = [
    ...[...data.nodes].sort((a, b) => roles[b.role] - roles[a.role]).map((node) => ({
      group: "nodes",
      data: { ...node, shown: cut(node.label, 34) },
      position: turned(places.get(node.id)),
      classes: node.role + (node.is_literal ? " literal" : ""),
    })),
    ...data.edges.map((edge) => ({
      group: "edges",
      data: { ...edge, shown: cut(edge.label, 30) },
      classes: edge.role,
    })),
  ];

  function style() {
    const css = getComputedStyle(document.documentElement);
    const color = (name) => css.getPropertyValue("--" + name).trim();
    const role = (name) => ({ "background-color": color(name), "border-color": color(name) });
    return [
      { selector: "node", style: {
        label: "data(shown)", color: color("ink"), "font-size": scaled(13), "font-family": "system-ui, sans-serif",
        "text-wrap": "wrap", "text-max-width": 130, "text-valign": "bottom", "text-margin-y": 4,
        "text-background-color": color("card"), "text-background-opacity": 0.85, "text-background-padding": 2,
        width: scaled(22), height: scaled(22), "border-width": 2, ...role("path") } },
      { selector: "node.topic", style: { ...role("topic"), width: scaled(30), height: scaled(30), "font-weight": "bold" } },
      { selector: "node.answer", style: {
        ...role("answer"), width: scaled(30), height: scaled(30), shape: "star", "font-weight": "bold" } },
      { selector: "node.literal", style: { shape: "round-rectangle" } },
      { selector: "node.surrounding", style: {
        ...role("faint"), width: scaled(11), height: scaled(11), "font-size": scaled(9), color: color("soft"), "text-margin-y": 2,
        "text-background-opacity": 0, "min-zoomed-font-size": 6, "text-max-width": 90 } },
      { selector: "edge", style: {
        label: "data(shown)", "curve-style": "bezier", "target-arrow-shape": "triangle", width: 3,
        "font-size": scaled(11), color: color("ink"), "text-background-color": color("card"),
        "text-background-opacity": 0.85, "text-background-padding": 2, "text-wrap": "wrap",
        "text-max-width": 120, "line-color": color("line"), "target-arrow-color": color("line"),
        "font-family": "system-ui, sans-serif" } },
      { selector: "edge.surrounding", style: {
        label: "", width: 1, "line-color": color("faint"), "target-arrow-color": color("faint"),
        "arrow-scale": 0.7 } },
      { selector: ":selected", style: { "border-color": color("ink"), "line-color": color("ink"),
        "target-arrow-color": color("ink"), label: "data(shown)" } },
      { selector: "edge.marked", style: { width: 5, "line-color": color("answer"), "target-arrow-color": color("answer") } },
      { selector: ".unmarked", style: { opacity: 0.25 } },
      { selector: ".hidden", style: { display: "none" } },
    ];
  }

  const cy = cytoscape({
    container: box, elements, style: style(), layout: { name: "preset" },
    minZoom: 0.15, maxZoom: 3, userZoomingEnabled: false, boxSelectionEnabled: false,
    userPanningEnabled: !matchMedia("(pointer: coarse)").matches,
  });
  const shown = () => cy.elements().filter((element) => !element.hasClass("hidden"));
  const fit = (part) => {
    cy.fit(part, isNarrow ? 24 : 46);
    if (cy.zoom() > 1.3) { cy.zoom(1.3); cy.center(part); }
  };
  fit(shown());

  cy.on("tap", "node, edge", (event) => {
    const item = event.target.data();
    if (event.target.isNode()) {
      told.textContent = item.label === item.id ? item.label : `${item.label} (${item.id})`;
    } else {
      const name = (id) => cy.getElementById(id).data("label");
      told.textContent = `${name(item.source)} - ${item.label} → ${name(item.target)} (${item.relation})`;
    }
  });
  const zoom = (factor) => cy.zoom({
    level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 },
  });
  const on = (name, act) => tools[name].addEventListener("click", act);
  on("larger", () => zoom(1.3));
  on("smaller", () => zoom(1 / 1.3));
  on("fit", () => fit(shown()));
  on("around", (event) => {
    const isOn = event.currentTarget.getAttribute("aria-pressed") === "true";
    event.currentTarget.setAttribute("aria-pressed", String(!isOn));
    cy.elements(".surrounding").toggleClass("hidden", isOn);
    fit(shown());
  });
  on("move", (event) => {
    const isOn = event.currentTarget.getAttribute("aria-pressed") === "true";
    event.currentTarget.setAttribute("aria-pressed", String(!isOn));
    cy.userPanningEnabled(!isOn);
    cy.userZoomingEnabled(!isOn);
  });
  new ResizeObserver(() => {
    if (!box.clientWidth) return;
    cy.resize();
    if (isNarrow !== box.clientWidth < 600) {
      isNarrow = !isNarrow;
      cy.nodes().positions((node) => turned(places.get(node.id())));
      cy.style(style());
    }
    fit(shown());
  }).observe(box);

  function mark(triples) {
    const wanted = new Set(triples.map((triple) => JSON.stringify(triple)));
    const edges = cy.edges().filter((edge) => {
      const { source, relation, target } = edge.data();
      return wanted.has(JSON.stringify([source, relation, target]));
    });
    cy.elements().removeClass("marked unmarked");
    if (edges.empty()) return;
    const marked = edges.union(edges.connectedNodes());
    marked.addClass("marked");
    cy.elements().not(marked).addClass("unmarked");
  }

  return { mark, recolour: () => cy.style(style()) };
}

(() => {
  const box = document.getElementById("picture");
  if (!box) return;
  const names = { larger: "zoom-in", smaller: "zoom-out", fit: "fit", around: "around", move: "move" };
  const tools = Object.fromEntries(Object.entries(names).map(([name, id]) => [name, document.getElementById(id)]));
  const data = JSON.parse(document.getElementById("elements").textContent);
  const picture = drawPicture(box, data, tools, document.getElementById("picture-told"));
  document.getElementById("tools").hidden = false;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", picture.recolour);
})();
