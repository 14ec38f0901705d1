import { type GrowthPoint, type KindCost } from './point.js';

/** A panel: its data area, and on the right the labels of its lines. */
const area = { left: 50, top: 40, width: 310, height: 360 };
const panel = { width: 500, height: 450 };

/** The palette of Okabe and Ito, which people with any colour vision can tell apart. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];

const panels: Readonly<Record<string, (cost: KindCost) => number>> = {
  'p50 at 1 connection, ms': ({ p50 }) => p50,
  'processor time in Elasticsearch, ms a request': ({ engine }) => engine,
};

/** Draws the cost of each kind by the number of places, as an SVG with logarithmic axes. */
export function growthPlot(points: readonly GrowthPoint[]): string {
  const width = panel.width * Object.keys(panels).length;
  const drawn = Object.entries(panels).map(
    ([title, read], at) => `<g transform="translate(${at * panel.width} 0)">\n${panelOf(points, title, read)}\n</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${panel.height}" font-family="sans-serif" font-size="12">
<title>The cost of a search by the number of places</title>
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join('\n')}
</svg>
`;
}

function panelOf(points: readonly GrowthPoint[], title: string, read: (cost: KindCost) => number): string {
  const { left, top, width, height } = area;
  const names = [...new Set(points.flatMap(({ kinds }) => Object.keys(kinds)))];
  // A logarithmic axis has no zero: short measurements may have no tick of processor time.
  const value = (cost: KindCost): number => Math.max(0.01, read(cost));
  const x = scale(
    points.map(({ places }) => places),
    [left, left + width],
  );
  const y = scale(
    points.flatMap(({ kinds }) => Object.values(kinds).map(value)),
    [top + height, top],
  );
  const lines = names.map((name, at) => ({
    name,
    colour: colours[at % colours.length] ?? '',
    dash: at < colours.length ? '' : ' stroke-dasharray="5 3"',
    dots: points.flatMap(({ places, kinds: { [name]: cost } }) => (cost ? [[x.at(places), y.at(value(cost))]] : [])),
  }));
  return [
    `<text x="${left}" y="20" font-weight="bold">${title}</text>`,
    ...y.ticks.map(
      (tick) => rule(left, y.at(tick), left + width, y.at(tick)) + text(left - 6, y.at(tick) + 4, tick, 'end'),
    ),
    ...points.map(({ places }) => text(x.at(places), top + height + 18, places.toLocaleString('en'), 'middle')),
    text(left + width / 2, top + height + 38, 'places', 'middle'),
    ...lines.flatMap(({ colour, dash, dots }) => [
      `<polyline fill="none" stroke="${colour}" stroke-width="2"${dash} points="${dots.map(pair).join(' ')}"/>`,
      ...dots.map(([cx = 0, cy = 0]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`),
    ]),
    ...spread(lines.map((line) => ({ ...line, y: line.dots.at(-1)?.[1] ?? top }))).map(
      (line) => `<text x="${left + width + 8}" y="${line.y + 4}" fill="${line.colour}">${line.name}</text>`,
    ),
  ].join('\n');
}

/** A logarithmic scale with ticks at 1, 2 and 5. */
function scale(values: readonly number[], [from, to]: readonly [number, number]) {
  const [low, high] = [Math.min(...values) / 1.15, Math.max(...values) * 1.15];
  const at = (value: number): number =>
    Math.round((from + ((to - from) * Math.log(value / low)) / Math.log(high / low)) * 10) / 10;
  const powers = Array.from({ length: 12 }, (_, power) => 10 ** (power - 3));
  const ticks = powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((tick) => tick > low && tick < high);
  return { at, ticks: ticks.map((tick) => Number(tick.toPrecision(1))) };
}

/** Moves labels apart, so that they do not overlap. */
function spread<T extends { readonly y: number }>(labels: readonly T[]): T[] {
  let least = -Infinity;
  return [...labels]
    .sort((a, b) => a.y - b.y)
    .map((label) => {
      least = Math.max(label.y, least + 14);
      return { ...label, y: least };
    });
}

function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ddd"/>`;
}

function text(x: number, y: number, content: string | number, anchor: 'middle' | 'end'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#444">${content}</text>`;
}

function pair(dot: readonly number[]): string {
  return dot.join(',');
}
