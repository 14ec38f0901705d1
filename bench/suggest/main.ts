import { main } from '../../dev/main.js';
import { type RunningDirectory, withDirectory } from '../directory.js';
import { Random } from '../random.js';
import { readPlaces, rhodeIslandFile } from '../rhode-island.js';
import { type Question, timed } from './ask.js';
import { type Typed, typedTexts } from './texts.js';

const SEED = 20_260_101;
const TEXTS = 400;
const ROUNDS = 4;

/** The maximum median of type-ahead, as a multiple of the simplest search of Elasticsearch. */
const ALLOWED = 2;

/**
 * `npm run bench:suggest`: compares type-ahead with the simplest search of Elasticsearch, `match` on the name, with the same texts in
 * turn over one connection each. Exits with 1 if the median is too high.
 */
async function benchmark(): Promise<number> {
  const file = rhodeIslandFile();
  const names = readPlaces(file).map(({ name }) => name);
  const texts = typedTexts(names, new Random(SEED), TEXTS);
  return withDirectory(file, async (directory) => {
    const kinds = [...new Set(texts.map(({ kind }) => kind))];
    const times = new Map<string, { service: number[]; engine: number[] }>();
    for (const kind of kinds) times.set(kind, { service: [], engine: [] });
    // The first round warms up both.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const typed of texts) {
        const engine = await timed(plainest(directory, typed));
        const service = await timed(suggest(directory, typed));
        if (round === 0) continue;
        times.get(typed.kind)?.engine.push(engine);
        times.get(typed.kind)?.service.push(service);
      }
    }
    return conclude(times);
  });
}

function suggest({ url, token }: RunningDirectory, { text }: Typed): Question {
  const query = new URLSearchParams({ q: text });
  return { url: `${url}/v2/places/suggest?${query.toString()}`, headers: { authorization: `Bearer ${token}` } };
}

function plainest({ elasticsearchUrl, index }: RunningDirectory, { text }: Typed): Question {
  return { url: `${elasticsearchUrl}/${index}/_search`, body: { query: { match: { name: text } } } };
}

function conclude(times: ReadonlyMap<string, { service: number[]; engine: number[] }>): number {
  const line = (kind: string, service: readonly number[], engine: readonly number[]): number => {
    const ratio = percentile(service, 0.5) / percentile(engine, 0.5);
    const figures = [service, engine].flatMap((of) => [percentile(of, 0.5), percentile(of, 0.99)]);
    const cells = [kind, ...figures.map((ms) => ms.toFixed(2)), ratio.toFixed(2)];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
    return ratio;
  };
  process.stdout.write(
    '\n| typed | suggest p50 ms | p99 | plainest p50 ms | p99 | p50 ratio |\n|---|---|---|---|---|---|\n',
  );
  for (const [kind, { service, engine }] of times) line(kind, service, engine);
  const all = [...times.values()];
  const service = all.flatMap((of) => of.service);
  const ratio = line(
    'all',
    service,
    all.flatMap((of) => of.engine),
  );
  return ratio <= ALLOWED ? 0 : 1;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

void main(() => benchmark());
