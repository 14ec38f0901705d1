import { type KindDefinition, type KindNames } from './catalogues.js';
import { guessByHint } from './misspellings.js';
import { recognizeRoles } from './roles.js';

const cafe: KindDefinition = {
  ...{ id: 'amenity/cafe', named: ['amenity/cafe'], name: 'Cafe' },
  ...{ ids: [], idsWithNarrower: [], alternatives: [] },
};

const kindsCalled = (...names: string[]): KindNames => ({
  longestKindAt: (words, from) => (names.includes(words[from] ?? '') ? { kind: cafe, end: from + 1 } : undefined),
  areOnlyKinds: () => false,
  spellingsLike: () => [],
});

const catalogues = {
  areas: { named: () => [], cityAround: () => undefined },
  kinds: kindsCalled('cafe'),
  kindsWithHints: kindsCalled('cafe', 'barista'),
  countries: [],
};

const options = { enabledRoles: { kind: true, where: true, near: true, when: true, number: true } };

describe('guessByHint', () => {
  it.each([
    ['barista', 'amenity/cafe', ''],
    ['barista open now', 'amenity/cafe', ''],
    ['golden barista', 'amenity/cafe', 'golden'],
    ['cafe barista', undefined, undefined],
    ['mystery', undefined, undefined],
    [`barista${' golden'.repeat(8)}`, undefined, undefined],
  ])('is the kind that words without a role hint at: %s', (text, kind, rest) => {
    const { text: left, kind: typed } = recognizeRoles(text, catalogues, options);
    const guess = guessByHint(text, { text: left, ...(typed && { kind: typed }) }, catalogues, options);
    expect([guess?.roles.kind?.id, guess?.roles.text]).toEqual([kind, rest]);
    expect(guess?.typed).toBe(kind && 'barista');
  });

  it('is none if words name no kind by request', () => {
    const off = { enabledRoles: { ...options.enabledRoles, kind: false } };
    expect(guessByHint('barista', { text: 'barista' }, catalogues, off)).toBeUndefined();
  });
});
