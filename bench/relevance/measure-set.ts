import { report } from '../../dev/services/step.js';
import { type Variables } from '../servers.js';
import { type Form } from './forms.js';
import { distinctByName, measure, searchesOf } from './known-items.js';
import { type Options } from './options.js';
import { ask } from './questions/ask.js';
import { type FormResult, type QuestionsResult, type SetResult } from './results.js';
import { type Searcher } from './searchers.js';
import { type NamedPlace } from './sets/named-place.js';
import { type PlaceSet } from './sets/place-sets.js';

/** What is measured, and beside what. */
export interface Subjects {
  readonly service: Searcher;
  readonly plain?: Searcher;
  /** The index that both search, if it is known. */
  readonly env?: Variables;
}

export async function measureSet(set: PlaceSet, subjects: Subjects, options: Options): Promise<SetResult> {
  const places = set.places();
  const distinct = set.hasRealNames ? distinctByName(places) : [];
  const forms: FormResult[] = [];
  for (const form of distinct.length === 0 ? [] : options.forms) {
    forms.push(await measureForm(form, distinct, subjects, options));
  }
  const questions = options.asks ? await askAll(set, places, subjects) : [];
  return { set: set.name, forms, questions };
}

async function measureForm(
  form: Form,
  places: readonly NamedPlace[],
  { service, plain, env }: Subjects,
  { seed, searches, misses }: Options,
): Promise<FormResult> {
  const drawn = searchesOf(form, places, seed).slice(0, searches);
  const showMiss = misses
    ? ({ text, name }: { text: string; name: string }, names: readonly string[]): void => {
        report(`${form.name}: "${text}" for "${name}", found ${JSON.stringify(names)}`);
      }
    : undefined;
  const measured = await measure(drawn, { searcher: service, env }, showMiss);
  const compared = plain && (await measure(drawn, { searcher: plain, env }));
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
  { questions }: PlaceSet,
  places: readonly NamedPlace[],
  { service, plain }: Subjects,
): Promise<QuestionsResult[]> {
  const results: QuestionsResult[] = [];
  for (const [topic, asked] of Object.entries(questions)) {
    results.push({
      topic,
      service: await ask(asked, places, service),
      ...(plain && { plain: await ask(asked, places, plain) }),
    });
  }
  return results;
}
