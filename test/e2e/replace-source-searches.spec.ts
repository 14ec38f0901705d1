import { Random } from '../../bench/random.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

/** Both editions have 1,500 places; the newer one calls every other of them otherwise. Each has 1,000 of its own. */
const line = (number: number, name = 'Lugar') => JSON.stringify({ id: `p${number}`, name: `${name} ${number}` });
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const former = numbers(0, 2500).map((number) => line(number));
const edition = numbers(1000, 3500).map((number) => line(number, number % 2 === 0 ? 'Lugar novo' : 'Lugar'));
const inBoth = numbers(1000, 2500).map((number) => `p${number}`);

/** At most 64 values fit a filter. */
const SAMPLE = 50;

describe('searches during import --replace-source', () => {
  const cli = useCommandLine();
  const { directory, get, ids } = useDirectory({ over: cli, env: { SEARCH_TIMEOUT: '20000' } });
  const replace = async (name: string, lines: readonly string[]) =>
    cli.run([
      ...['import', 'places', '--replace-source', 'Monthly', '--max-deleted-percent', '50'],
      await cli.write(name, lines.join('\n')),
    ]);

  it('never miss a place that both editions have', async () => {
    expect(await replace('former.ndjson', former)).toMatchObject({ status: 0 });
    await directory.settle();
    const random = new Random(24);
    const over = new AbortController();
    const missing = new Set<string>();
    let searches = 0;
    const byId = async (): Promise<void> => {
      for (; !over.signal.aborted; searches += 1) {
        const sample = random.shuffle(inBoth).slice(0, SAMPLE);
        const found = await ids({ q: 'lugar', fq: `id:(${sample.join(' OR ')})`, rows: `${SAMPLE}`, fl: 'id' });
        for (const id of sample) if (!found.includes(id)) missing.add(id);
      }
    };
    const all = async (): Promise<void> => {
      for (; !over.signal.aborted; searches += 1) {
        const { status, body } = await get('/v2/places?q=lugar&rows=1&fl=id');
        const found = Number(body.results?.header.found);
        if (!(found >= 2500)) missing.add(`${status} ${found}`);
      }
    };
    const searching = Promise.all([byId(), byId(), all()]);
    const { status, output } = await replace('edition.ndjson', edition);
    over.abort();
    await searching;
    expect([...missing]).toEqual([]);
    expect([status, output]).toEqual([
      0,
      expect.stringContaining('2,500 read, 1,000 added, 750 changed, 750 unchanged, 1,000 deleted, 0 rejected'),
    ]);
    expect(searches).toBeGreaterThan(3);
    await directory.settle();
    expect((await get('/v2/places?q=lugar&rows=1')).body.results.header.found).toBe(2500);
  }, 180_000);
});
