// The histogram of distances: wins above the line, losses below, on a logarithmic scale.

import { svg } from "./dom.js";
import { number, t } from "./strings.js";

const HALF = 92;
const LEFT = 66;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 34;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];

const series = (distances) => [
  { outcome: "win", counts: distances.win, up: true },
  { outcome: "cursed-win", counts: distances.cursed_win, up: true },
  { outcome: "loss", counts: distances.loss, up: false },
  { outcome: "blessed-loss", counts: distances.blessed_loss, up: false },
];

/** A picture of an entry of `distances`, that wide in pixels. */
export function chart(distances, width, name) {
  const all = series(distances);
  const plies = Math.max(1, ...all.map(({ counts }) => counts.length));
  const most = Math.max(1, ...all.flatMap(({ counts }) => counts));
  const decades = Math.max(1, Math.ceil(Math.log10(most + 1)));
  const up = all.some((one) => one.up && one.counts.some((count) => count > 0));
  const down = all.some((one) => !one.up && one.counts.some((count) => count > 0));
  const zero = TOP + (up ? HALF : 0);
  const height = zero + (down ? HALF : 0) + BOTTOM;
  const x = (ply) => LEFT + (ply / plies) * (width - LEFT - RIGHT);
  const y = (count) => (Math.log10(count + 1) / decades) * HALF;
  const pattern = `hatch-${distances.kind}-${Math.random().toString(36).slice(2)}`;

  const grid = [];
  for (let decade = 0; decade <= decades; decade += 1) {
    const label = decade === 0 ? "0" : number(10 ** decade);
    const isLabelled = decade === 0 || decade === decades || decades <= 5 || decade % 2 === decades % 2;
    for (const sign of [up && -1, down && decade > 0 && 1].filter(Boolean)) {
      const at = zero + sign * (decade / decades) * HALF;
      grid.push(svg("line", { x1: LEFT, x2: width - RIGHT, y1: at, y2: at, class: decade === 0 ? "axis" : "grid" }));
      if (isLabelled) grid.push(svg("text", { x: LEFT - 5, y: at + 3.5, "text-anchor": "end" }, label));
    }
  }
  const step = STEPS.find((one) => ((width - LEFT) / plies) * one >= 28) ?? 500;
  for (let ply = 0; ply < plies; ply += step) {
    grid.push(svg("text", { x: (x(ply) + x(ply + 1)) / 2, y: height - BOTTOM + 13, "text-anchor": "middle" }, String(ply)));
  }
  grid.push(svg("text", { x: (LEFT + width) / 2, y: height - 4, "text-anchor": "middle" }, t("tables.plies").toLowerCase()));

  const bars = [];
  for (const { outcome, counts, up: isUp } of all) {
    const isHatched = outcome === "cursed-win" || outcome === "blessed-loss";
    const rival = all.find((one) => one.up === isUp && one.outcome !== outcome).counts;
    counts.forEach((count, ply) => {
      if (count === 0) return;
      const slot = x(1) - x(0);
      const gap = slot > 4 ? 1 : 0;
      const shared = (rival[ply] ?? 0) > 0;
      const wide = Math.max(0.5, (shared ? slot / 2 : slot) - gap);
      const left = x(ply) + (shared && isHatched ? slot / 2 : 0);
      const high = Math.max(1, y(count));
      const box = { x: left, y: isUp ? zero - high : zero, width: wide, height: high };
      const text = t("tables.bar", { count: number(count), outcome: t(`outcome.${outcome}`), distance: ply });
      bars.push(svg("g", { class: `bar ${outcome}` },
        svg("title", {}, text),
        svg("rect", box),
        isHatched && svg("rect", { ...box, fill: `url(#${pattern})`, class: "hatch" })));
    });
  }
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "chart", role: "img", "aria-label": t("tables.chart", { name }) },
    svg("defs", {}, svg("pattern", { id: pattern, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("line", { x1: 0, y1: 0, x2: 0, y2: 4, class: "hatch-line" }))),
    grid, bars);
}
