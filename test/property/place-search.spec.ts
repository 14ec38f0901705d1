import fc from 'fast-check';
import { Directory } from '../support/directory.js';
import { getWithRetry } from '../support/retry.js';
import { describeOverRhodeIsland, importPlaces, importRhodeIsland, readRhodeIsland } from '../support/rhode-island.js';
import { questions } from './draw.js';
import { placesThatAnswer } from './evaluate.js';
import { metresBetween } from './geography.js';
import { Order } from './order.js';
import { type Places, preparePlaces } from './places.js';
import { printQuestion } from './print.js';
import { type Leaf, type Question } from './question.js';
import { SYNTHETIC_PLACES } from './synthetic-places.js';
import { readAllPages, writeChanges } from './pages.js';

/** How many questions a run asks; `PROPERTY_CASES` says otherwise. */
const CASES = Number(process.env.PROPERTY_CASES ?? 2000);

/** `PROPERTY_SEED` asks the questions of an earlier run again. */
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);

/** Elasticsearch and the evaluator work side by side. */
const LANES = 4;

const EVERYTHING: Question = {
  filters: [],
  term: undefined,
  order: [],
  centre: undefined,
  radius: undefined,
  rectangle: undefined,
  rows: 1,
  start: 0,
};

function aLeaf(field: string, text: string): Leaf {
  return { type: 'leaf', field, condition: { type: 'value', text, quoted: true }, spelling: 0 };
}

interface Shown {
  id: string;
  location?: { distance?: string };
}

describeOverRhodeIsland('place search, asked at random', () => {
  let directory: Directory;
  let token: string;
  let places: Places;
  let positions: ReadonlyMap<string, number>;

  beforeAll(async () => {
    directory = await Directory.start({ SEARCH_TIMEOUT: '20000' });
    await importRhodeIsland(directory);
    await directory.add({ places: [...SYNTHETIC_PLACES] });
    token = await directory.token();
    places = preparePlaces([...readRhodeIsland(), ...SYNTHETIC_PLACES]);
    positions = new Map(places.ids.map((id, at) => [id, at]));
  }, 180_000);

  afterAll(() => directory.stop());

  it(`returns the places that match, for ${CASES} searches (PROPERTY_SEED=${SEED})`, async () => {
    process.stdout.write(`Property tests: ${CASES} questions, PROPERTY_SEED=${SEED}\n`);
    const counts = { some: 0, pages: 0 };
    const property = fc.asyncProperty(questions(places), async (question) => {
      const asked = getWithRetry(directory, `/v2/places?${printQuestion(question)}`, token);
      const expected = placesThatAnswer(question, places);
      const { status, body, text } = await asked;
      if (status !== 200) throw new Error(`${status} ${text}`);
      const { header, places: page } = body.results as { header: { found: number }; places: Shown[] };
      expect(header.found).toBe(expected.length);
      expectPage(question, expected, page);
      if (expected.length > 0 && expected.length < places.ids.length) counts.some += 1;
      if (page.length > 1) counts.pages += 1;
    });
    const runs = Math.ceil(CASES / LANES);
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) => fc.assert(property, { seed: SEED + lane, numRuns: runs })),
    );
    process.stdout.write(`${counts.some} found some places and not all, ${counts.pages} had a page to order\n`);
    // Questions that nothing answers, or everything, would prove little.
    expect(counts.some).toBeGreaterThan(CASES / 3);
    expect(counts.pages).toBeGreaterThan(CASES / 4);
  }, 600_000);

  it('has the edges of a rectangle inside, also where they meet in one point', async () => {
    const sample = places.ids.flatMap((id, at) => {
      const point = places.points[at];
      return point && (at % 100 === 0 || at > places.ids.length - SYNTHETIC_PLACES.length) ? [{ id, ...point }] : [];
    });
    const lost: string[] = [];
    for (const { id, lat, lng } of sample) {
      const [north, south] = [Math.min(90, lat + 1), Math.max(-90, lat - 1)];
      const [west, east] = [lng - 1 < -180 ? lng + 359 : lng - 1, lng + 1 > 180 ? lng - 359 : lng + 1];
      const rectangles = [
        { north: lat, west: lng, south, east },
        { north, west, south: lat, east: lng },
        { north: lat, west: lng, south: lat, east: lng },
      ];
      const filters = [aLeaf('id', id)];
      for (const rectangle of rectangles) {
        const { body } = await getWithRetry(
          directory,
          `/v2/places?${printQuestion({ ...EVERYTHING, filters, rectangle })}`,
          token,
        );
        if (body.results.header.found !== 1) lost.push(`${id} ${JSON.stringify(rectangle)}`);
      }
    }
    expect(lost).toEqual([]);
  }, 60_000);

  // The last one: the places are others afterwards.
  it('gives every place once to walks during which an import changes them', async () => {
    const path = await writeChanges(readRhodeIsland());
    const changes = { imported: false };
    const imported = importPlaces(directory, path).finally(() => (changes.imported = true));
    const original = new Set(places.ids);
    const found = new Set<number>();
    for (let last = false; !last;) {
      last = changes.imported;
      const ids = await readAllPages(directory, token, '/v2/places?cursorMark=*&sort=name&rows=50&fl=id');
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => original.has(id))).toHaveLength(original.size);
      expect(ids.filter((id) => !original.has(id) && !id.startsWith('added-'))).toEqual([]);
      found.add(ids.length);
    }
    await imported;
    // The first walk saw none of the new places or some, the last one saw them all.
    expect(found.size).toBeGreaterThan(1);
    expect(found).toContain(original.size + 500);
  }, 180_000);

  function expectPage(question: Question, expected: readonly number[], page: readonly Shown[]): void {
    const { order, start, rows, centre } = question;
    const shown = page.map(({ id }) => positions.get(id) ?? -1);
    expect(shown).toHaveLength(Math.max(0, Math.min(rows, expected.length - start)));
    expect(new Set(shown).size).toBe(shown.length);
    const members = new Set(expected);
    expect(shown.filter((at) => !members.has(at))).toEqual([]);
    if (order.length > 0) expectOrder(new Order(question, places), expected, shown, start);
    for (const { id, location } of page) {
      const point = places.points[positions.get(id) ?? -1];
      if (!centre || !point) expect(location?.distance).toBeUndefined();
      else expect(Math.abs(Number(location?.distance) - metresBetween(centre, point))).toBeLessThan(0.52);
    }
  }

  /** Each place stands at its rank, or one does whose order with it is in doubt. */
  function expectOrder(order: Order, expected: readonly number[], shown: readonly number[], start: number): void {
    const ranked = order.sort(expected).slice(start, start + shown.length);
    const wrong = shown.flatMap((at, rank) => {
      const wanted = ranked[rank] ?? -1;
      const before = shown[rank - 1];
      const isInOrder = before === undefined || order.compare(before, at) < 0 || order.isInDoubt(before, at);
      return isInOrder && (at === wanted || order.isInDoubt(at, wanted)) ? [] : [[places.ids[at], places.ids[wanted]]];
    });
    expect(wrong).toEqual([]);
  }
});
