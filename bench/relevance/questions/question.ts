import { type Found } from '../searchers.js';
import { type Search } from '../run-searches.js';
import { categoriesOf, type NamedPlace } from '../sets/named-place.js';

/** What a person types, and how to recognise a place that they could mean. */
export interface Question extends Search {
  readonly accepts: (place: NamedPlace) => boolean;
  /** What the whole page must be like; by default its first place is accepted. */
  readonly expects?: 'nothing' | 'a centre';
}

/** Places of a kind: by the name of the place, or by its category and subcategory (`Shopping > Pharmacy`). Without both, any place. */
export interface Kind {
  readonly name?: RegExp;
  readonly category?: RegExp;
}

export function isOfKind(place: NamedPlace, { name, category }: Kind): boolean {
  if (!name && !category) return true;
  return (
    name?.test(place.name) === true || (category !== undefined && categoriesOf(place).some((one) => category.test(one)))
  );
}

/** Whether the first place is right; for questions that nothing answers, whether the page says so. */
export function isRight({ accepts, expects }: Question, { places: [first], header }: Found): boolean {
  if (expects === 'nothing') return first === undefined;
  if (expects === 'a centre') return asksForCentre(header) && (first === undefined || accepts(first));
  return first !== undefined && accepts(first);
}

/** Whether the header says that words need a centre, in a member besides those that repeat words of `q`. */
function asksForCentre({ words: _words, omitted: _omitted, where: _where, ...header }: Found['header']): boolean {
  const { next: _next, previous: _previous, ...said } = header;
  return /cent(re|er)|location\.lat/iu.test(JSON.stringify(said));
}
