import { join } from 'node:path';
import { WordLists } from '../words/word-lists.js';

/** Kinds that people take for the same, and kinds that people may accept instead. */
interface RelatedKinds {
  readonly same: readonly string[];
  readonly weak: readonly string[];
}

const lists = new WordLists([join(__dirname, 'related.txt')]);

/** Groups of kinds that people take for the same. */
const sameKinds = lists.phrasesByMeaning('same').map(([kind, others]) => [kind, ...others]);

/** A cuisine may be that of a restaurant or of fast food: `amenity/fast_food/indian`. Both count as the same kind. */
const restaurant = /^amenity\/(restaurant|fast_food)\/(.+)$/u;

export function kindsRelatedTo(id: string): RelatedKinds {
  const [, where, what] = restaurant.exec(id) ?? [];
  const cuisine =
    where === undefined ? [] : [`amenity/${where === 'restaurant' ? 'fast_food' : 'restaurant'}/${what ?? ''}`];
  const same = sameKinds
    .filter((group) => group.includes(id))
    .flatMap((group) => group.filter((other) => other !== id));
  return { same: [...same, ...cuisine], weak: [id, ...same].flatMap((one) => lists.phrasesOf(one)) };
}
