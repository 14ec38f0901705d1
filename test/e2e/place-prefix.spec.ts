import { FIELDS } from '../../src/places/query/fields.js';
import { LIMITS } from '../../src/places/query/parsing.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const fields = FIELDS.filter(({ filterable, kind }) => filterable && (kind === 'text' || kind === 'exact'));

describe('the longest prefixes', () => {
  const { get } = useDirectory({ places: [aPlace()] });

  const search = (filter: string) => get(`/v2/places?fq=${encodeURIComponent(filter)}`);

  // One unit, two units, and characters that are folded to several.
  it.each(['a', '𝒜', 'ß', '\u{FDFA}', 'ﬃ', '㌀'])(
    'are accepted in every field, and longer ones rejected: %s',
    async (character) => {
      for (const { name } of fields) {
        const longest = await search(`${name}:${character.repeat(LIMITS.prefixLength)}*`);
        expect([name, longest.status, longest.body.code]).toEqual([name, 200, undefined]);
      }
      const { status, body } = await search(`${fields[0]?.name}:${character.repeat(LIMITS.prefixLength + 1)}*`);
      expect([status, body.errors[0].reason]).toEqual([
        400,
        expect.stringContaining('a prefix has at most 256 characters'),
      ]);
    },
  );
});
