import { markdownTable } from '../../../../dev/markdown-table.js';

/** What searches cost among a number of places. */
export interface GrowthPoint {
  readonly places: number;
  /** Bytes of the index, in one segment. */
  readonly bytes: number;
  /** Places a second. */
  readonly importRate: number;
  readonly kinds: Readonly<Record<string, KindCost>>;
}

/** Of one kind of search at one connection. Milliseconds. */
export interface KindCost {
  readonly p50: number;
  readonly p99: number;
  /** Processor time of Elasticsearch for a request. */
  readonly engine: number;
  /** The mean number of places found. Not of type-ahead. */
  readonly found?: number;
}

/** Adds a point, or replaces the one of the same number of places. In order of places. */
export function withPoint(points: readonly GrowthPoint[], point: GrowthPoint): GrowthPoint[] {
  const others = points.filter(({ places }) => places !== point.places);
  return [...others, point].sort((a, b) => a.places - b.places);
}

/** A row for each kind, and rows for the index. */
export function growthTable(points: readonly GrowthPoint[]): string {
  const names = [...new Set(points.flatMap(({ kinds }) => Object.keys(kinds)))];
  const head = ['p50 / p99 / time in Elasticsearch, ms; found', ...points.map(({ places }) => count(places))];
  const rows = names.map((name) => [name, ...points.map(({ kinds }) => cell(kinds[name]))]);
  return markdownTable(head, [
    ...rows,
    ['index, MB', ...points.map(({ bytes }) => (bytes / 1e6).toFixed(1))],
    ['import, places/s', ...points.map(({ importRate }) => count(Math.round(importRate)))],
  ]);
}

function cell(cost: KindCost | undefined): string {
  if (!cost) return '';
  const times = [cost.p50, cost.p99, cost.engine].map((time) => time.toFixed(2)).join(' / ');
  return cost.found === undefined ? times : `${times}; ${count(Math.round(cost.found))}`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
