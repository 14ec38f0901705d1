import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds that people take for the same, and kinds that people may accept instead. */
interface RelatedKinds {
  readonly same: readonly string[];
  readonly weak: readonly string[];
}

const lines = readFileSync(join(__dirname, 'related.txt'), 'utf8')
  .split('\n')
  .filter((line) => !line.startsWith('#'));

/** Groups of kinds that people take for the same. */
const sameKinds = lines.filter((line) => line.includes(' = ')).map((line) => line.split(' = '));

/** For each kind, the kinds that people may accept instead. */
const weakKinds = new Map(
  lines
    .map((line) => line.split(': '))
    .flatMap(([kind, others]) => (kind && others ? [[kind, others.split(', ')] as const] : [])),
);

/** A cuisine may be that of a restaurant or of fast food: `amenity/fast_food/indian`. Both count as the same kind. */
const restaurant = /^amenity\/(restaurant|fast_food)\/(.+)$/u;

export function kindsRelatedTo(id: string): RelatedKinds {
  const [, where, what] = restaurant.exec(id) ?? [];
  const cuisine =
    where === undefined ? [] : [`amenity/${where === 'restaurant' ? 'fast_food' : 'restaurant'}/${what ?? ''}`];
  const same = sameKinds
    .filter((group) => group.includes(id))
    .flatMap((group) => group.filter((other) => other !== id));
  return { same: [...same, ...cuisine], weak: [id, ...same].flatMap((one) => weakKinds.get(one) ?? []) };
}
