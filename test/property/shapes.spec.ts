import fc from 'fast-check';
import { getWithRetry } from '../support/retry.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';
import { positions, type RandomShape, shapes } from './shapes.js';
import { SEED } from './seed.js';

/** The number of searches. */
const CASES = Number(process.env.PROPERTY_CASES ?? 200);

describe('the places in random shapes', () => {
  const points = fc.sample(positions, { numRuns: 1500, seed: SEED, unbiased: true });
  const commandLine = useCommandLine();
  const { directory, tokens } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    over: commandLine,
    fill: async (directory) => {
      const lines = points.map(({ lat, lng }, index) => ({ id: `p${index}`, name: 'P', location: { lat, lng } }));
      expect(await commandLine.import('places', lines)).toMatchObject({ status: 0 });
      await directory.settle();
    },
    tokens: ['application'],
  });

  const foundBy = async ({ query }: RandomShape): Promise<number> => {
    const { status, text, body } = await getWithRetry(directory, `/v2/places?rows=1&${query}`, tokens.application);
    if (status !== 200) throw new Error(text);
    return body.results.header.found as number;
  };

  it(`are as many as a count of all places finds, for ${CASES} shapes (PROPERTY_SEED=${SEED})`, async () => {
    const found = { polygon: 0, line: 0, circle: 0 };
    let exact = 0;
    const property = fc.asyncProperty(shapes, async (shape) => {
      const actual = await foundBy(shape);
      const { least, most } = shape.count(points);
      expect({ ...shape, isBetween: actual >= least && actual <= most, actual, least, most }).toMatchObject({
        isBetween: true,
      });
      if (actual > 0) found[shape.kind] += 1;
      if (least === most) exact += 1;
    });
    await fc.assert(property, { numRuns: CASES, seed: SEED, plugins: [fc.unbiased()], endOnFailure: true });
    expect(Math.min(...Object.values(found))).toBeGreaterThan(CASES / 40);
    expect(exact).toBeGreaterThan(0.9 * CASES);
  }, 600_000);
});
