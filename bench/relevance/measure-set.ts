import { report } from '../../dev/services/step.js';
import { CostMeter, type Measured } from './cost.js';
import { type Form } from './forms.js';
import { measureChecks } from './generated.js';
import { distinctByName, measure, searchesOf } from './known-items.js';
import { type Options } from './options.js';
import { ask } from './questions/ask.js';
import { type Question } from './questions/question.js';
import { readQuestions } from './questions/read-questions.js';
import { type FormResult, type QuestionsResult, type SetResult } from './results.js';
import { type Outcome, runSearches } from './run-searches.js';
import { type Searcher, type Suggester } from './searchers.js';
import { categoriesOf, type NamedPlace } from './sets/named-place.js';
import { type PlaceSet, placesOf } from './sets/place-sets.js';

/** What is measured, and beside what. */
export interface Subjects extends Measured {
  readonly service: Searcher;
  readonly suggest?: Suggester;
  readonly plain?: Searcher;
}

export async function measureSet(set: PlaceSet, subjects: Subjects, options: Options): Promise<SetResult> {
  const places = placesOf(set);
  const { kinds, questions } = readQuestions(set.questions, places);
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

async function measureForm(
  form: Form,
  places: readonly NamedPlace[],
  { service, plain, ...measures }: Subjects,
  { seed, searches, misses }: Options,
): Promise<FormResult> {
  const drawn = searchesOf(form, places, seed).slice(0, searches);
  const showMiss = misses
    ? ({ q, name }: { q: string; name: string }, names: readonly string[]): void => {
        report(`${form.name}: "${q}" for "${name}", found ${JSON.stringify(names)}`);
      }
    : undefined;
  const measured = await measure(drawn, { searcher: service, ...measures }, showMiss);
  const compared = plain && (await measure(drawn, { searcher: plain, ...measures }));
  return {
    form: form.name,
    searches: drawn.length,
    target: form.target,
    service: measured.figures,
    ...(compared && { plain: compared.figures }),
    cost: { service: measured.cost, ...(compared && { plain: compared.cost }) },
  };
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
  for (const [topic, asked] of Object.entries(questions)) {
    const { summary, wrong } = await ask(asked, places, service);
    if (misses) for (const one of wrong) report(described(topic, one));
    results.push({ topic, service: summary, ...(plain && { plain: (await ask(asked, places, plain)).summary }) });
  }
  // Once more, when all programs are warm, and without the plain query between them.
  const meter = await CostMeter.start(measures);
  const { times } = await runSearches(all, service);
  return { questions: results, cost: await meter.stop(times, all.length) };
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
