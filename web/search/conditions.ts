import { type Texts } from '../texts/texts.js';
import { groupedByName } from './same-names.js';
import { decimal } from '../parts/formats.js';
import { type KindNames, nameOfKind } from '../texts/kind-names.js';
import { facetNames, toggled, type View, withoutNear } from '../view/view.js';

/** A condition of a search beside its words. */
interface Condition {
  readonly what: string;
  readonly without: (view: View) => View;
}

export function conditionsIn(view: View, texts: Texts, kindNames: KindNames): Condition[] {
  const { rating } = view;
  return [
    ...facetNames.flatMap((name) =>
      groupedByName(view.filters[name] ?? [], name === 'kind' ? (id) => nameOfKind(id, kindNames) : String).map(
        ({ name: what, values }) => ({
          what,
          without: (before: View) => toggled(before, name, ...values),
        }),
      ),
    ),
    ...(rating
      ? [{ what: ratedText(rating, texts), without: (before: View) => ({ ...before, rating: undefined }) }]
      : []),
    ...(view.openNow ? [{ what: texts.openNow, without: (before: View) => ({ ...before, openNow: false }) }] : []),
    ...(view.saved.length > 0
      ? [{ what: texts.savedPlaces, without: (before: View) => ({ ...before, saved: [] }) }]
      : []),
    ...(view.exact ? [{ what: texts.asTyped, without: (before: View) => ({ ...before, exact: false }) }] : []),
    ...(view.box ? [{ what: texts.thisArea, without: (before: View) => ({ ...before, box: undefined }) }] : []),
    ...(view.near ? [{ what: texts.nearMe, without: withoutNear }] : []),
  ];
}

/** What is searched, for readers: the words, else the kinds that were chosen. */
export function subjectOf({ q, filters }: View, kindNames: KindNames): string {
  if (q !== '') return q;
  return groupedByName(filters.kind ?? [], (id) => nameOfKind(id, kindNames))
    .map(({ name }) => name)
    .join(', ');
}

/** Only the words of a search. */
export function withoutConditions(view: View): View {
  return {
    ...withoutNear(view),
    filters: {},
    rating: undefined,
    openNow: false,
    saved: [],
    exact: false,
    box: undefined,
  };
}

/** `Rated 4.0+` */
export function ratedText(least: string, texts: Texts): string {
  return `${texts.rating(decimal(least, texts.lang))}+`;
}
