import { type CategoryIds, type KindDefinition, type KindNames } from './catalogues.js';
import { isStreetWord } from './numbers.js';
import { type WordVariants } from './synonyms.js';
import { keysOf, textOf, type Token } from './words.js';

/** A kind of place with the words of `q` that name it. */
export interface RecognizedKind extends KindDefinition {
  /** The words that name the kind. */
  readonly kindWords: string;
  /** All words of `q` but those of the area, the time and the number. They may be a name, so no stage shortens them: `Fine Food`. */
  readonly textWithQualifiers: string;
  /** The same without qualifiers (`cheap`, `best`), and without the words that a stage leaves out. A place that has all of them is found, too. */
  readonly textWithoutQualifiers: string;
  /** Inflections and synonyms of the words of `textWithoutQualifiers`; absent, none count. */
  readonly variants?: WordVariants;
  /** If places of another kind are found: the broader kind, or similar ones. */
  readonly instead?: 'broader' | 'similar';
}

/**
 * Extracts the last kind that words name, because the words before it describe it. But a narrower kind wins over its broader kind
 * (`restaurante japonês`), and of kinds with `or` between them all are meant.
 */
export function extractKind(
  tokens: readonly Token[],
  kinds: KindNames,
): { tokens: Token[]; kind: RecognizedKind } | undefined {
  const keys = keysOf(tokens);
  let best: { kind: KindDefinition; from: number; end: number } | undefined;
  let alternatives = 1;
  const broader: { from: number; end: number }[] = [];
  let isPart = false;
  for (let from = 0; from < keys.length;) {
    isPart ||= best !== undefined && WITH.has(keys[from] ?? '');
    const found = kinds.longestKindAt(keys, from);
    // `church street`, but `market place`.
    if (!found || isStreetWord(keys[found.end] ?? '')) {
      from += 1;
      continue;
    }
    // `motel with pool`, but `restaurant with sushi`.
    if (isPart && best && !isWithin(found.kind, best.kind)) break;
    const match = { ...found, from };
    if (best && from === best.end + 1 && OR.has(keys[best.end] ?? '')) {
      if (alternatives === MAX_ALTERNATIVES) break;
      best = { kind: eitherKind(best.kind, found.kind), from: best.from, end: found.end };
      alternatives += 1;
    } else if (best && isWithin(best.kind, found.kind)) broader.push(match);
    else {
      if (best && isWithin(found.kind, best.kind)) broader.push(best);
      best = match;
    }
    from = found.end;
  }
  if (!best) return undefined;
  const { kind, from, end } = best;
  const taken = [...broader, { from, end }];
  const isTaken = (at: number): boolean => taken.some((match) => at >= match.from && at < match.end);
  const words = textOf(tokens.filter((_, at) => isTaken(at)));
  const text = textOf(tokens);
  return {
    tokens: tokens.filter((_, at) => !isTaken(at)),
    kind: { ...kind, kindWords: words, textWithQualifiers: text, textWithoutQualifiers: text },
  };
}

/** Words between two kinds of which either is meant: `pizza or burger`. */
const OR = new Set('or ou o oder eller oppure tai lub или'.split(' '));

/** Each adds some dozens of clauses. */
const MAX_ALTERNATIVES = 3;

/** Words before a part of a place. The part is not the kind: `motel with pool`. */
const WITH = new Set('with com con med mit avec met'.split(' '));

function isWithin({ id }: KindDefinition, broader: KindDefinition): boolean {
  return broader.idsWithNarrower.includes(id);
}

/** Places of either kind: `pizza or burger`. It has the id of the first. */
function eitherKind(a: KindDefinition, b: KindDefinition): KindDefinition {
  if (a.id === b.id) return a;
  const own = idsOf((ids) => [...ids(a), ...ids(b)]);
  const withoutOwn = (of: (kind: KindDefinition) => CategoryIds, kept: CategoryIds): CategoryIds =>
    idsOf((ids) => [...ids(of(a)), ...ids(of(b))].filter((id) => !ids(kept).includes(id)));
  // A category that mainly holds places of the other kind is one of its own.
  const sure = idsOf((ids) => [a, b].flatMap((kind) => ids(kind).filter((id) => !ids(kind.mixed).includes(id))));
  const broader = [a, b].flatMap(({ broaderCategories }) => broaderCategories ?? []);
  return {
    ...{ id: a.id, name: `${a.name} or ${b.name}`, ...own },
    idsWithNarrower: union(a.idsWithNarrower, b.idsWithNarrower),
    mixed: withoutOwn(({ mixed }) => mixed, sure),
    likelyCategories: withoutOwn(({ likelyCategories }) => likelyCategories, own),
    brandKinds: union(a.brandKinds, b.brandKinds),
    phrases: union(a.phrases, b.phrases),
    allEvidence: {
      phrases: union(a.allEvidence.phrases, b.allEvidence.phrases),
      brandKinds: union(a.allEvidence.brandKinds, b.allEvidence.brandKinds),
    },
    ...(broader.length > 0 && {
      broaderCategories: {
        ...idsOf((ids) => broader.flatMap(ids)),
        phrases: union(...broader.map(({ phrases }) => phrases)),
      },
    }),
    alternatives: {
      ...withoutOwn(({ alternatives }) => alternatives, own),
      brandKinds: union(a.alternatives.brandKinds, b.alternatives.brandKinds),
    },
    ...(a.broaderKind && b.broaderKind && { broaderKind: eitherKind(a.broaderKind, b.broaderKind) }),
  };
}

/** Applies a function to the ids of categories, and to those of subcategories. */
function idsOf(compute: (ids: (of: CategoryIds) => readonly string[]) => readonly string[]): CategoryIds {
  return {
    categories: union(compute(({ categories }) => categories)),
    subcategories: union(compute(({ subcategories }) => subcategories)),
  };
}

function union(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
