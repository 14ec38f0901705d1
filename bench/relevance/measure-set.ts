import { join } from 'node:path';
import { report } from '../../dev/services/step.js';
import { Random } from '../../test/support/random.js';
import { type Form } from './forms.js';
import { measureChecks } from './generated.js';
import { categoriesOf, distinctByName, type NamedPlace, normalise, type PlaceSet, placesOf } from './places.js';
import { ask, type Question, readQuestions } from './questions.js';
import { type Cost, type Figures, type FormResult, HALVES, type QuestionsResult, type SetResult } from './results.js';
import {
  measureCost,
  type Measured,
  type Outcome,
  runSearches,
  type Search,
  type Searcher,
  type Suggester,
} from './searchers.js';

/** What is measured of a set. */
export interface Options {
  readonly forms: readonly Form[];
  readonly asks: boolean;
  readonly generates: boolean;
  readonly seed: number;
  /** Of each form. */
  readonly searches: number;
  /** Whether to print searches that fail. */
  readonly misses: boolean;
}

/** What is measured, and beside what. */
export interface Subjects extends Measured {
  readonly service: Searcher;
  readonly suggest?: Suggester;
  readonly plain?: Searcher;
}

export async function measureSet(set: PlaceSet, subjects: Subjects, options: Options): Promise<SetResult> {
  const places = placesOf(set);
  const { kinds, questions } = readQuestions(join(__dirname, 'questions', `${set.name}.txt`), places);
  const distinct = set.hasRealNames && options.forms.length > 0 ? distinctByName(places) : [];
  const forms: FormResult[] = [];
  for (const form of distinct.length === 0 ? [] : options.forms) {
    forms.push(await measureForm(form, distinct, subjects, options));
  }
  const asked = options.asks ? await askAll(questions, places, subjects, options) : { questions: [] };
  const drawn = { places, kinds, callingCode: set.callingCode ?? '', seed: options.seed };
  const checks =
    options.generates && set.hasRealNames
      ? await measureChecks(drawn, { ...subjects, showsMisses: options.misses })
      : [];
  return { set: set.name, forms, ...asked, checks };
}

/** The name of the wanted place, and the text to search for. */
interface KnownItem extends Search {
  readonly name: string;
}

async function measureForm(
  form: Form,
  places: readonly NamedPlace[],
  { service, plain, ...measures }: Subjects,
  { seed, searches, misses }: Options,
): Promise<FormResult> {
  // Each form has its own random numbers, so that a change of one does not change the others.
  const random = new Random(seed);
  const items = random.shuffle(places).flatMap((place): KnownItem[] => {
    const text = form.write(place, random, places);
    return text === undefined ? [] : [{ name: place.name, q: text }];
  });
  const drawn = items.slice(0, searches);
  const onMiss = ({ q, name }: KnownItem, names: readonly string[]): void => {
    report(`${form.name}: "${q}" for "${name}", found ${JSON.stringify(names)}`);
  };
  const measured = await measure(drawn, service, measures, misses ? onMiss : undefined);
  const compared = plain && (await measure(drawn, plain, measures));
  return {
    ...{ form: form.name, searches: drawn.length, target: form.target, service: measured.figures },
    ...(compared && { plain: compared.figures }),
    cost: { service: measured.cost, ...(compared && { plain: compared.cost }) },
  };
}

/** @param onMiss called for each search that does not find its place among the first ten */
async function measure(
  items: readonly KnownItem[],
  searcher: Searcher,
  measures: Measured,
  onMiss?: (item: KnownItem, names: readonly string[]) => void,
): Promise<{ figures: Figures; cost: Cost }> {
  const costOf = await measureCost(measures);
  const { outcomes, times } = await runSearches(items, searcher);
  const cost = await costOf(times, items.length);
  const ranks = outcomes.map(({ item, found }) => {
    const names = found.places.map(({ name }) => name);
    const rank = names.map(normalise).indexOf(normalise(item.name)) + 1;
    if (rank === 0) onMiss?.(item, names);
    return rank;
  });
  // A thousand searches justify at most four decimals.
  const share = (worth: (rank: number) => number): number =>
    Math.round((10_000 * ranks.reduce((sum, rank) => sum + worth(rank), 0)) / ranks.length) / 10_000;
  const figures = {
    success1: share((rank) => (rank === 1 ? 1 : 0)),
    success10: share((rank) => (rank > 0 ? 1 : 0)),
    mrr10: share((rank) => (rank > 0 ? 1 / rank : 0)),
  };
  return { figures, cost };
}

async function askAll(
  questions: Readonly<Record<string, readonly Question[]>>,
  places: readonly NamedPlace[],
  { service, plain, ...measures }: Subjects,
  { misses }: Options,
): Promise<Pick<SetResult, 'questions' | 'cost'>> {
  const all = Object.values(questions).flat();
  if (all.length === 0) return { questions: [] };
  const results: QuestionsResult[] = [];
  for (const [topic, ofTopic] of Object.entries(questions)) {
    for (const half of HALVES) {
      const asked = ofTopic.filter((question) => question.half === half);
      if (asked.length === 0) continue;
      const { summary, wrong } = await ask(asked, places, service);
      if (misses && half === 'read') for (const one of wrong) report(described(topic, one));
      const compared = plain && (await ask(asked, places, plain)).summary;
      results.push({ topic, half, service: summary, ...(compared && { plain: compared }) });
    }
  }
  // Once more, when all programs are warm, and without the plain query between them.
  const costOf = await measureCost(measures);
  const { times } = await runSearches(all, service);
  return { questions: results, cost: await costOf(times, all.length) };
}

/** A wrong answer: the question, its first places, and the header. */
function described(topic: string, { item, found: { places, header } }: Outcome<Question>): string {
  const { next: _next, previous: _previous, rows: _rows, start: _start, ...said } = header;
  const lines = places.slice(0, 3).map((place) => {
    const { number, street, district, city, state, country } = place.address ?? {};
    const address = [number, street, district, city, state, country].filter(Boolean).join(' ');
    return `    ${place.name} | ${categoriesOf(place).join('; ')} | ${address}`;
  });
  const parameters = item.parameters ? ` ${JSON.stringify(item.parameters)}` : '';
  return [`${topic}: "${item.q}"${parameters} ${JSON.stringify(said)}`, ...lines].join('\n');
}
