import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller } from '../../http/request-context.js';
import { Areas } from '../areas/areas.js';
import { type ElasticsearchQuery, type PlaceResponse } from '../body/elasticsearch-query.js';
import { type Cursors } from './cursors.js';
import { type ElasticsearchSearcher } from '../elasticsearch/searcher.js';
import { noTimeUsed } from '../elasticsearch/protection.js';
import { Kinds } from '../kinds/kinds.js';
import { LandmarkSearch } from './landmark-search.js';
import { LocalitySearch } from './locality-search.js';
import { OpenPlaces } from '../opening-hours/open-places.js';
import { presentStage } from '../place-responses.js';
import { type PlanStep, SearchPlanner } from './search-planner.js';
import { parseFilters } from '../query/parse-filter.js';
import { type Area } from '../words/where.js';
import { PlaceSearch } from './place-search.js';
import { type PlaceSearchRequest } from '../search-parameters.js';
import { splitAtSeparators } from '../words/words.js';
import { searchesWords, type Stage } from './stage.js';
import { SynonymFile } from '../synonyms/synonym-file.js';

const now = Date.UTC(2026, 10, 26) / 60_000;

const area = (type: 'city' | 'district', name: string, id: string): Area => ({
  ...{ type, name, key: name.toLowerCase(), parentKeys: [], places: 500, radius: 8000 },
  ...{ centre: { lat: -36.85, lng: 174.76 }, ids: [id], country: 'GB' },
});

const CATEGORIES = [
  'Cafe',
  ...['Pizza Restaurant', 'Vegan Restaurant', 'Sushi Restaurant', 'Fast Food'],
  ...'Electrician Bakery Restaurant'.split(' '),
];

/** Finds no place. Of the words that may be left out, the best place has all but the last. */
class EmptyIndex {
  readonly requests: ElasticsearchQuery<unknown>[] = [];

  run<Result>(query: ElasticsearchQuery<Result>): Promise<Result> {
    this.requests.push(query);
    const { body } = query;
    const named = JSON.stringify(body).match(/(?<="_name":")\d+/g) ?? [];
    const matched_queries = [...new Set(named)].slice(0, -1);
    const hits = body._source === false ? [{ matched_queries }] : [];
    const aggregations: { counts?: { filters: { filters: object } } } = body.aggs ?? {};
    const { filters = {} } = aggregations.counts?.filters ?? {};
    const counts = { buckets: Object.values(filters).map(() => ({ doc_count: 1 })) };
    const timeZones = { buckets: [{ key: 'Pacific/Auckland' }] };
    return Promise.resolve(
      query.read({
        hits: { total: 0, hits },
        aggregations: { counts, timeZones },
      } as unknown as PlaceResponse),
    );
  }
}

const synonyms = new SynonymFile({ SEARCH_SYNONYMS: undefined });
const [areas, kinds] = [new Areas(), new Kinds(synonyms)];

const searchOf = (index: EmptyIndex) => {
  const searcher = index as unknown as ElasticsearchSearcher;
  const planner = new SearchPlanner(areas, kinds, synonyms, new OpenPlaces(searcher));
  const finders = [new LandmarkSearch(searcher, kinds), new LocalitySearch(searcher, kinds)] as const;
  return { planner, search: new PlaceSearch(searcher, planner, {} as Cursors, ...finders) };
};

const caller: Caller = { clientId: 'app', userId: undefined, signal: new AbortController().signal };

const requestOf = (q: string, more: Partial<PlaceSearchRequest> = {}): PlaceSearchRequest => ({
  ...{ term: { type: 'words', text: q }, match: 'relaxed', now, filters: [], sort: [], rows: 10, start: 0 },
  enabledRoles: { kind: true, where: true, near: true, when: true, number: true },
  centre: { lat: -36.9, lng: 174.8 },
  ...more,
});

/** The words and roles of a step, as the examples of the table in search-planner.ts have them. */
const describeStep = (step: PlanStep): string => {
  if (step.type === 'kind guess') return 'a misspelt kind';
  if (step.type === 'relax') return 'fewer words';
  if (step.type === 'locality') return 'a name and a locality';
  const { stage } = step;
  if (!stage) return 'the request';
  const { words, kind, where, address, number, typingErrors } = stage;
  const parts = [
    words.join(' '),
    kind && [kind.kindWords, kind.instead, kind.acceptsWeakEvidence && 'weaker evidence'].filter(Boolean).join(', '),
    kind?.variants && kind.variants.synonyms.length > 0 && where?.relation === 'in' && 'synonyms',
    where && `${where.relation} ${where.area.name}`,
    address && `near house ${address.number}`,
    number && `postcode ${(number.prefixes ?? number.postcodes.slice(0, 1)).join()}`,
    stage.when && 'then',
    stage.omitted.includes(stage.missingLandmark?.words ?? '') && 'without the landmark',
    stage.nameLike && 'like a name',
    typingErrors > 0 && `errors: ${typingErrors}`,
    stage.isBeyondDefaultRadius && 'anywhere',
  ];
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' | ');
};

const stepsOf = async (q: string, more: Partial<PlaceSearchRequest> = {}, minute = now): Promise<PlanStep[]> => {
  const { planner } = searchOf(new EmptyIndex());
  const request = await planner.resolve(planner.prepare(requestOf(q, more)), minute, noTimeUsed());
  return [...planner.steps(request)].flatMap((step) => {
    if (step.type === 'kind guess' && step.requiresTypedWord) return [];
    const [reading] = step.type === 'kind guess' ? step.guesses : [];
    if (!reading || !searchesWords(request)) return [step];
    return [...planner.kindGuessSteps(planner.withKindGuess(request, reading))];
  });
};

beforeAll(async () => {
  await areas.replace([
    area('city', 'Auckland', 'auckland'),
    area('city', 'Wellington', 'wellington'),
    { ...area('city', 'Sprawl', 'sprawl'), radius: 40_000 },
    area('city', 'Show Low', 'show-low'),
  ]);
  const subcategories = CATEGORIES.map((name) => ({ id: name.toLowerCase(), name }));
  await kinds.replace([{ id: 'all', name: 'All', subcategories }], ['en', 'de']);
});

afterAll(() => {
  synonyms.onModuleDestroy();
});

/** Rows of the table in search-planner.ts: for the example of the row, the steps that the row means. Without a row, other steps of the same search. */
const ROWS: [row: number, q: string, steps: string[], more?: Partial<PlaceSearchRequest>][] = [
  [1, '123 victoria st', ['123 victoria st | near house 123']],
  [2, '123 victoria st', ['victoria st | near house 123']],
  [3, 'vegan cafe auckland', ['vegan | cafe | synonyms | in Auckland']],
  [4, 'vegan cafe auckland', ['cafe | in Auckland']],
  [5, 'cafe eh1 1aa', ['cafe | postcode eh1 ']],
  [6, 'vegan cafe auckland', ['vegan cafe auckland']],
  [7, 'bakry auckland', ['bakery | in Auckland']],
  [8, 'mozrat bar', ['mozrat | bar | errors: 1']],
  [9, 'rewe schwabing', ['a name and a locality']],
  [10, 'old sky tower', ['old sky tower | like a name']],
  [11, 'mozart tower santos', ['fewer words']],
  [12, 'sushi', ['sushi | anywhere']],
  [13, 'electrician', ['electrician, weaker evidence']],
  [14, 'cafe', ['cafe, similar']],
  [15, 'sushi', ['sushi, broader']],
];

describe('the table of steps in search-planner.ts', () => {
  const source = readFileSync(join(__dirname, 'search-planner.ts'), 'utf8');
  const table = [...source.matchAll(/^ {3}\* \| +(\d+) \|.*\| `([^`]+)`[^|]*\|$/gm)].map(([, row, q]) => [
    Number(row),
    q,
  ]);

  it('has the rows that are tested here', () => {
    expect(table).toEqual(ROWS.map(([row, q]) => [row, q]));
  });

  it.each(ROWS)('is true for row %i: %j', async (_row, q, steps, more = {}) => {
    const planned = (await stepsOf(q, more)).map(describeStep);
    expect(planned.filter((step) => steps.includes(step))).toEqual(steps);
  });

  it.each([...new Set(ROWS.map(([, q]) => q))])('has the rows in the order of the steps: %j', async (q) => {
    const rows = ROWS.filter(([, example]) => example === q);
    const planned = (await stepsOf(q, rows[0]?.[3])).map(describeStep);
    const positions = rows.flatMap(([, , steps]) => steps.map((step) => planned.indexOf(step)));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it('has the steps of `match=exact` and `match=corrected`', async () => {
    const planned = async (match: 'exact' | 'corrected') =>
      (await stepsOf('vegan cafe auckland', { match })).map(describeStep);
    expect(await planned('exact')).toEqual(['vegan cafe auckland']);
    expect(await planned('corrected')).toEqual(['vegan | cafe | synonyms | in Auckland', 'vegan cafe auckland']);
  });
});

describe('a search with words of a question that may be a part of a name', () => {
  it.each([
    ['all saints', ['all saints', 'saints']],
    ['all saints auckland', ['all saints | in Auckland', 'saints | in Auckland']],
    ['all saints in auckland', ['all saints | in Auckland', 'saints | in Auckland']],
    ['all saints open now', ['all saints | then', 'saints | then']],
    ['all saints near xyzzy tower', ['all saints near xyzzy tower', 'saints near xyzzy tower']],
    ['all saints cafe', ['saints | cafe']],
    ['show low', ['show low | preferred Show Low', 'low']],
    ['all saints menu', ['all saints menu', 'saints']],
    ['ibirapuera telefone', ['ibirapuera telefone', 'ibirapuera']],
    ['where is mozart', ['where is mozart', 'mozart']],
    ['blume under 10 dollars', ['blume under 10 dollars', 'blume']],
  ])('finds the name first: %s', async (q, first) => {
    const steps = await stepsOf(q);
    expect(steps.slice(0, first.length).map(describeStep)).toEqual(first);
    const [last] = steps.slice(first.length - 1);
    const ofQuestion = ['all', 'show', 'menu', 'telefone', 'where', 'is', 'under', '10', 'dollars'];
    const omitted = ofQuestion.filter((word) => first.length > 1 && q.split(' ').includes(word));
    expect(last).toMatchObject({ stage: { omitted } });
    expect((await stepsOf(q, { match: 'corrected' })).slice(0, first.length).map(describeStep)).toEqual(first);
  });
});

describe('a landmark that was found', () => {
  const landmark = { words: 'near sky tower', point: { lat: 0, lng: 0 }, placeId: '1', placeName: 'Sky Tower' };

  it.each([
    ['all saints near sky tower', ['all saints', 'saints']],
    ['saints near sky tower address', ['saints']],
  ])('is that of the words without a question: %s', async (q, first) => {
    const { planner } = searchOf(new EmptyIndex());
    const request = await planner.resolve(planner.prepare(requestOf(q)), now, noTimeUsed());
    const steps = [...planner.steps(request, landmark)].filter(({ type }) => type === 'search');
    expect(steps.slice(0, first.length).map(describeStep)).toEqual(first);
    const [last] = steps.slice(first.length - 1);
    expect(last).toMatchObject({ stage: { landmark, omitted: [expect.stringMatching(/^(all|address)$/)] } });
  });
});

describe('a kind near a street', () => {
  it.each([
    ['cafe near queen street', 'queen street | cafe'],
    ['cafe near queen street auckland', 'queen street | cafe | synonyms | in Auckland'],
    ['vegan cafe near queen street', 'vegan queen street | cafe'],
  ])('is on the street, if no place is called so: %s', async (q, first) => {
    expect((await stepsOf(q)).map(describeStep)[0]).toBe(first);
  });
});

describe('praise beside a kind', () => {
  it.each([
    ['best cafe', 'best'],
    ['5 stars cafe', '5 stars'],
    ['5-star cafe', '5-star'],
    ['cafe with five stars', 'five stars'],
  ])('is said to be left out: %s', async (q, omitted) => {
    expect((await stepsOf(q))[0]).toMatchObject({ stage: { omitted: [omitted] } });
  });
});

describe('the default radius', () => {
  it.each([
    ['auckland', false],
    ['cafe auckland', false],
    ['eh1 1aa', false],
    ['+64 9 300 1234', false],
    ['mozart', true],
    ['bakery eh1 1aa', true],
    ['bakery 6011', true],
  ])('limits the first step unless words say where: %s', async (q, isLimited) => {
    const [first] = await stepsOf(q);
    expect(first).toHaveProperty('request.centre');
    expect(first?.type === 'search' && first.request.radius !== undefined).toBe(isLimited);
  });
});

describe('a postcode beside a kind', () => {
  it.each([['bakery eh1 1aa'], ['bakery eh1'], ['bakery 6011']])(
    'is found beyond the default radius first: %s',
    async (q) => {
      const searches = (await stepsOf(q)).flatMap((step) => (step.type === 'search' ? [step] : []));
      const beyond = searches.findIndex(
        ({ request, stage }) => request.radius === undefined && stage?.number !== undefined,
      );
      const without = searches.findIndex(({ stage }) => stage?.omitted.length);
      expect([beyond, without]).toEqual([1, 2]);
    },
  );
});

describe('a search near an area', () => {
  it.each([
    ['cafe near auckland', 'cafe | near Auckland'],
    ['cafe near sprawl', 'cafe | in Sprawl'],
  ])('is in the area if that is too large to be near to: %s', async (q, first) => {
    expect((await stepsOf(q)).map(describeStep)[0]?.replace(' | synonyms', '')).toBe(first);
  });
});

describe('a misspelt word for a kind', () => {
  const ofGuess = async (q: string): Promise<string[]> =>
    (await stepsOf(q)).flatMap((step) => (step.type === 'search' && step.stage?.spelling ? [describeStep(step)] : []));

  it('finds no other kinds', async () => {
    for (const [q, meant] of [
      ['electrican auckland', 'electrician | in Auckland'],
      ['resturant auckland', 'restaurant | in Auckland'],
    ] as const) {
      const steps = await ofGuess(q);
      expect(steps).toContain(meant);
      expect(steps.filter((step) => /weaker|similar|broader/.test(step))).toEqual([]);
    }
  });

  it.each(['bakry near xyzzy tower', 'bakry near the electrician'])(
    'is read beside a landmark that is not there: %s',
    async (q) => {
      expect(await ofGuess(q)).toContain('bakery | without the landmark');
    },
  );

  it.each([
    ['none has it', [0, 0, 0, 0], true],
    ['one in 90 like it', [1, 90, 0, 0], false],
    ['one in 110 like it, so that this one is misspelt, too', [1, 110, 1, 0], true],
    ['three in 310 of other kinds', [3, 310, 3, 0], false],
    ['three in 310, one of them of the kind', [3, 310, 2, 0], true],
    ['one in 110, with the word as its whole name', [1, 110, 1, 1], false],
  ])('is a name if places have it, wherever they are: %s', async (_, found, isKind) => {
    const index = new EmptyIndex();
    const run = index.run.bind(index);
    index.run = (query) => {
      const isOfAll = JSON.stringify(query.body.query) === JSON.stringify({ bool: { filter: [] } });
      if (!isOfAll) return run(query);
      const counts = { buckets: found.map((doc_count) => ({ doc_count })) };
      return Promise.resolve(query.read({ aggregations: { counts } } as unknown as PlaceResponse));
    };
    await searchOf(index).search.search(requestOf('bakry auckland'), caller);
    expect(index.requests.some(({ body }) => JSON.stringify(body).includes('bakery'))).toBe(isKind);
  });
});

describe('a time in the words of a search', () => {
  it.each([
    ['cafe open tonight', '06:00', '20:00'],
    ['cafe open tonight', '07:30', 'now'],
    ['cafe open tonight near xyzzy tower', '07:30', 'now'],
    ['cafe open tomorrow', '07:30', 'friday'],
    ['cafe open tomorrow at 9am', '07:30', 'friday 09:00'],
    ['bakry open tonight', '07:30', 'now'],
    ['bakry open tomorrow', '07:30', 'friday'],
    ['bakry open tomorrow at 9am', '07:30', 'friday 09:00'],
  ])('is said as it was used: %s at %s UTC', async (q, clock, open) => {
    const steps = await stepsOf(q, {}, Date.parse(`2026-11-26T${clock}Z`) / 60_000);
    const stages = steps.flatMap((step) => (step.type === 'search' && step.stage ? [step.stage] : []));
    const ofKind = stages.find(({ kind, when }) => kind !== undefined && when !== undefined);
    expect(ofKind && presentStage(ofKind).when?.open).toBe(open);
  });
});

describe('the header of a step', () => {
  /** The words of the header, and those of `kind` if `words` lacks them. */
  const wordsOf = (stage: Stage): string[] => {
    const { words = [], omitted = [], kind, where, near } = presentStage(stage, { hasCentre: true });
    const ofKind = kind?.instead || words.length === 0 ? splitAtSeparators(kind?.words ?? '') : [];
    return [...words, ...omitted, ...ofKind, ...[where, near].flatMap((role) => splitAtSeparators(role?.words ?? ''))];
  };

  it.each([
    ...['durna durna', 'new new yrok', 'durna durna auckland', 'bora bora cafe', 'cafe bakery cafe'],
    ...['bakery golden bakery', 'best bakery golden bakery', 'vegan vegan golden cafe', 'vegan golden vegan cafe'],
    ...['duran duran bakry', 'bakery golden bakry', 'bakry golden bakery', 'steakrestaurant restaurant'],
    ...['golden steakrestaurant', 'golden golden steakrestaurant', 'cafe 17 victoria wellington'],
    'bakery 123 queen st',
  ])('has each word as often as q: %s', async (q) => {
    const { planner } = searchOf(new EmptyIndex());
    const request = await planner.resolve(planner.prepare(requestOf(q)), now, noTimeUsed());
    if (!searchesWords(request)) throw new Error('It searches no words');
    const steps = (await stepsOf(q)).flatMap((step) => {
      if (step.type !== 'relax') return [step];
      const { words = [] } = planner.relaxation(request, step) ?? {};
      return [...words.map((word) => [word]), words.slice(1), []].flatMap((kept) => [
        ...planner.relaxedSteps(request, step, kept),
      ]);
    });
    const stages = steps.flatMap((step) => (step.type === 'search' && step.stage ? [step.stage] : []));
    const matched = stages.filter((stage) => presentStage(stage, { hasCentre: true }).match !== undefined);
    expect(matched.length).toBeGreaterThan(0);
    for (const stage of matched) expect(wordsOf(stage).toSorted()).toEqual(splitAtSeparators(q).toSorted());
  });
});

describe('the requests of a search that finds nothing', () => {
  const PARTS = [
    ['', 'vegan'],
    ['', 'cafe', 'takeaway'],
    ['', '12 queen street'],
    ['', 'auckland', 'near me', 'near xyzzy tower auckland'],
    ['', 'eh1 1aa'],
    ['', 'open now'],
  ];
  const texts = PARTS.reduce(
    (all, parts) => all.flatMap((text) => parts.map((part) => `${text} ${part}`.trim())),
    [''],
  );

  const most = async (more: Partial<PlaceSearchRequest>): Promise<number> => {
    const counts: number[] = [];
    for (const q of texts.filter((text) => text !== '')) {
      const index = new EmptyIndex();
      await searchOf(index).search.search(requestOf(q, more), caller);
      counts.push(index.requests.length);
    }
    return Math.max(...counts);
  };

  // docs/performance.md has these figures. One of the requests reads the time zones, which searches share.
  it('are at most 17', async () => {
    expect(await most({})).toBe(17);
  });

  it('are at most 27 with `fq` and `open`: each step is searched without them, too', async () => {
    const filters = parseFilters(['address.city:nowhere']);
    const more = { filters: filters.ok ? filters.value : [], openAt: { type: 'now' } } as const;
    expect(await most(more)).toBe(27);
  });
});
