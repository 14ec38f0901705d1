import { type Check } from '../../measure/check.js';
import { type Comparison } from '../../measure/comparison.js';
import { names } from './contestants.js';

const records = ['user', 'followers', 'reviews'];

/** The limits of Elasticsearch's own time, as a multiple of that for a plain body. */
const engineLimits: Readonly<Record<string, number>> = {
  words: 1.5,
  'words near a point': 1.3,
  'two filters': 1.3,
  rectangle: 1.3,
};

export function checksOf(comparisons: readonly Comparison[]): Check[] {
  return comparisons.flatMap((comparison) => [...throughputOf(comparison), ...timesOf(comparison)]);
}

function throughputOf({ name, connections, sides: [, { name: other }], ratios }: Comparison): Check[] {
  const least = leastThroughput(name, connections, other);
  if (least === undefined) return [];
  const what = `${name}, throughput at ${connections} connections`;
  return [{ name: what, measured: ratios.throughput, atLeast: least, unit: `times ${other}` }];
}

function leastThroughput(kind: string, connections: number, other: string): number | undefined {
  if (kind === 'mix' && other === names.solr) return connections === 64 ? 0.8 : connections === 8 ? 0.5 : undefined;
  if (connections !== 8) return undefined;
  if (other === names.cachedSolr) return kind === 'repeated mix' ? 2 : undefined;
  if (other !== names.express || kind.startsWith('repeated')) return undefined;
  return records.includes(kind) ? 0.9 : 1;
}

function timesOf({ name, connections, sides: [service, other] }: Comparison): Check[] {
  const checks: Check[] = [];
  const most = engineLimits[name];
  const [own = Number.NaN, plain = Number.NaN] = [service, other].map(({ programs }) => programs?.Elasticsearch);
  // The API asks the plain index with the plain body, and competes with Elasticsearch for the processors as the service does.
  if (most !== undefined && connections === 8 && other.name === names.express) {
    const unit = 'times that of the plain body';
    checks.push({ name: `${name}, time in Elasticsearch`, measured: own / plain, atMost: most, unit });
  }
  if (name !== 'mix' || other.name !== names.express) return checks;
  if (connections === 8) {
    const measured = service.programs?.Node ?? Number.NaN;
    checks.push({ name: 'mix, processor time in Node', measured, atMost: 0.6, unit: 'ms a request' });
  }
  if (connections === 1) {
    checks.push({ name: 'mix, p50 at 1 connection', measured: service.p50, atMost: 1.5, unit: 'ms' });
  }
  return checks;
}
