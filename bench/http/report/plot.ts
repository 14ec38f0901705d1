import { type GroupResult } from '../bench.js';

/** Pixels. */
const bar = { height: 9, gap: 8, left: 330, width: 480 };

/**
 * Throughput as bars: each comparison fills the width with the faster of its two sides, since requests of different
 * kinds cost too different things for one scale.
 */
export function plot(results: readonly GroupResult[]): string {
  const rows = results.flatMap(({ name: group, comparisons }) =>
    comparisons.map((comparison) => ({
      ...comparison,
      name: `${group}: ${comparison.name}, ${comparison.connections}`,
    })),
  );
  const step = 2 * bar.height + bar.gap;
  const height = rows.length * step + 40;
  const parts = rows.flatMap(({ name, sides }, row) => {
    const most = Math.max(...sides.map(({ throughput }) => throughput));
    const top = 30 + row * step;
    const bars = sides.flatMap(({ name: side, throughput }, at) => {
      const width = (bar.width * throughput) / most;
      const y = top + at * bar.height;
      return [
        `<rect x="${bar.left}" y="${y}" width="${width.toFixed(1)}" height="${bar.height}" class="side${at}"/>`,
        `<text x="${bar.left + 4}" y="${y + 8}" class="value">${escaped(side)}: ${throughput.toFixed(0)}/s</text>`,
      ];
    });
    return [`<text x="${bar.left - 8}" y="${top + 12}" class="name">${escaped(name)}</text>`, ...bars];
  });
  const width = bar.left + bar.width + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    '<style>.side0{fill:#2b7a78}.side1{fill:#c9b458}.name{text-anchor:end}.value{font-size:8px}</style>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    '<text x="8" y="16" font-weight="bold">Requests a second: what is measured, connections</text>',
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
