// Elements, without markup in strings: nothing that is shown is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element with attributes (`onclick` and the like are listeners) and children. */
export const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** The same for SVG. */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** The element of that id. */
export const byId = (id) => document.getElementById(id);

const ICONS = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  flip: "M8 20V5m0 0L4.500 8.500M8 5l3.500 3.500M16 4v15m0 0l3.500-3.500M16 19l-3.500-3.500",
  mirror: "M12 4a8 8 0 1 0 0 16z M12 4a8 8 0 0 1 0 16",
  clear: "M6 6l12 12M18 6L6 18",
  play: "M8 5l10 7-10 7z",
  pause: "M8 5v14M16 5v14",
  step: "M9 5l7 7-7 7",
};

/** A small picture that says nothing by itself: the words stand beside it. */
export function icon(name) {
  const filled = name === "play" ? " filled" : name === "mirror" ? " half" : "";
  const picture = svg("svg", { viewBox: "0 0 24 24", class: `icon${filled}`, "aria-hidden": "true", focusable: "false" });
  for (const d of ICONS[name].split(/(?<=z) /)) picture.append(svg("path", { d }));
  return picture;
}
