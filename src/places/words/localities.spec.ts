import {
  localityOf,
  type LocalityEvidence,
  type LocalitySpan,
  localitySpans,
  spanOfDistrict,
  whereOf,
} from './localities.js';
import { type Where } from './where.js';

const kinds = { areOnlyKinds: (words: readonly string[]) => words.every((word) => word === 'harbour') };

const spansOf = (text: string, { typed = text, hasKind = true } = {}) => localitySpans(text, typed, { hasKind, kinds });

describe('localitySpans', () => {
  it.each([
    ['gut in veltrona', ['veltrona', 'gut']],
    ['old veltrona', ['old veltrona', 'veltrona', 'old']],
    ['rechts der isar', ['rechts der isar', 'isar', 'rechts']],
    ['東京駅', ['東京駅', '東京']],
  ])('takes what follows a preposition first, then the whole text, its end and its beginning: %s', (text, names) => {
    expect(spansOf(text).map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(spansOf(text)[0]?.name).toBe(names[0]);
  });

  it.each([
    ['veltrona', 'cafe in veltrona', 'in veltrona', 'in'],
    ['veltrona', 'cafe near the veltrona', 'near the veltrona', 'near'],
    ['veltrona', 'cafe in der Nähe von veltrona', 'in der Nähe von veltrona', 'near'],
    ['gut in der veltrona', 'gut in der veltrona', 'in der veltrona', 'in'],
    ['veltrona', 'cafe veltrona', 'veltrona', undefined],
  ])('has the preposition of q before %s: %s', (text, typed, words, relation) => {
    const [span] = spansOf(text, { typed });
    expect([span?.words, span?.relation]).toEqual([words, relation]);
  });

  it('needs the least after a preposition, more beside a kind, and the most beside words of a name', () => {
    const scoreOf = (text: string, options: { typed?: string; hasKind?: boolean } = {}) =>
      spansOf(text, options).find(({ name }) => name === 'veltrona')?.minScore;
    expect(scoreOf('veltrona', { typed: 'cafe in veltrona' })).toBe(3);
    expect(scoreOf('vegan veltrona', { typed: 'vegan cafe veltrona' })).toBe(5);
    expect(scoreOf('golden veltrona', { typed: 'golden cafe veltrona' })).toBe(10);
    expect(scoreOf('rewe veltrona', { hasKind: false })).toBe(10);
  });

  it('leaves a word for what is searched there', () => {
    expect(spansOf('veltrona', { hasKind: false })).toEqual([]);
    const names = spansOf('rewe veltrona', { hasKind: false });
    expect(names).toMatchObject([
      { name: 'veltrona', otherWords: 'rewe' },
      { name: 'rewe', otherWords: 'veltrona' },
    ]);
  });

  it.each([
    'vegan',
    'the',
    'harbour',
    'the harbour',
    'one two three four five six seven eight nine',
    'a-b-c-d-e-f-g-h-i-j',
    '',
  ])('has none in "%s"', (text) => {
    expect(spansOf(text)).toEqual([]);
  });
});

const span: LocalitySpan = { words: 'veltrona', name: 'veltrona', minScore: 5, otherWords: '' };

const placed = (evidence: readonly LocalityEvidence[], more: Partial<LocalitySpan> = {}, mayHaveErrors = false) =>
  localityOf({ ...span, ...more }, evidence, mayHaveErrors);

/** @param north of the middle of the quarter, in kilometres */
const at = (north: number, name: string, street?: string): LocalityEvidence => ({
  point: { lat: 10 + north / 111.2, lng: 20 },
  name,
  street,
});

const quarter = [at(0, 'Veltrona School'), at(0.3, 'Pharmacy Veltrona'), at(-0.3, 'Café Nero', 'Veltroner Weg')];

const around = (place: LocalityEvidence[], more: Partial<LocalitySpan> = {}, mayHaveErrors = false) =>
  placed([...quarter, at(0.1, 'Church of Veltrona'), ...place], more, mayHaveErrors);

describe('localityOf', () => {
  it('is where most of what mentions the name lies, as places write it', () => {
    const locality = around([at(9, 'Bar Veltrona')]);
    expect(locality).toMatchObject({ name: 'Veltrona', radius: 1000 });
    expect(locality?.centre.lat).toBeCloseTo(10, 1);
  });

  it('reaches as far as what mentions it', () => {
    expect(around([at(-1.1, 'Veltrona Hall')])?.radius).toBeGreaterThan(1000);
  });

  it('is nowhere if what mentions the name lies all over a city', () => {
    const everywhere = Array.from({ length: 60 }, (_, index) => at(index / 4, `Veltrona ${index}`));
    expect(placed(everywhere)).toBeUndefined();
  });

  it('does not mind that other cities have one of the same name', () => {
    const elsewhere = Array.from({ length: 9 }, (_, index) => at(100 + 50 * index, `Veltrona ${index}`));
    expect(around(elsewhere)?.centre.lat).toBeCloseTo(10, 1);
  });

  it('counts places of one name and on one street once', () => {
    expect(placed(Array.from({ length: 9 }, () => at(0, 'Veltrona Bakery')))).toBeUndefined();
    const onStreet = Array.from({ length: 9 }, (_, index) => at(0, `Bar ${index}`, 'Veltronaer Str'));
    expect(placed(onStreet)).toBeUndefined();
  });

  it('needs less if the name is that of a place', () => {
    const stop = at(0, 'Veltrona');
    expect(placed([stop])).toBeUndefined();
    expect(placed([stop], { minScore: 3 })?.centre).toEqual(stop.point);
    expect(placed([stop, at(0.1, 'Veltrona School')])?.radius).toBe(1000);
  });

  it('is not at the gate that is named after the way to it', () => {
    const gate = Array.from({ length: 9 }, (_, index) => at(5, `Bar ${index} Veltronaer Gate`));
    expect(around(gate)?.centre.lat).toBeCloseTo(10, 1);
  });

  it('allows for typing errors if no place has the words without', () => {
    const name = 'veltorna';
    expect(around([], { name })).toBeUndefined();
    expect(around([], { name }, true)).toMatchObject({ name: 'Veltrona', isCorrected: true });
    expect(around([], {}, true)).not.toHaveProperty('isCorrected');
    expect(around([at(9, 'Veltorna')], { name }, true)).toBeUndefined();
  });

  it.each([
    ['old market', ['Old Market Hall', 'Market Old School', 'Old Market']],
    ['สยาม', ['โรงเรียนสยาม', 'สยาม พารากอน', 'สยาม']],
    ['東京駅', ['東京駅 南口', '東京駅前', '東京駅']],
  ])('takes neighbouring words: %s', (name, texts) => {
    const all = texts.map((text, index) => at(index / 10, text));
    expect(placed(all, { name })?.radius).toBe(1000);
  });

  it.each(['vel7rona', 'vul'])('allows for no typing errors in words with digits, and in short ones: %s', (name) => {
    expect(around([at(0, 'Vol'), at(0.1, 'Vol Hall')], { name }, true)).toBeUndefined();
  });

  it('is nowhere for an emoji', () => {
    expect(around([], { name: '☕' })).toBeUndefined();
  });
});

describe('whereOf', () => {
  const locality = { name: 'Veltrona', centre: { lat: 1, lng: 2 }, radius: 1000 };

  it('is an area that no place has as its id', () => {
    expect(whereOf({ ...span, words: 'near veltrona', relation: 'near' }, locality)).toMatchObject({
      ...{ relation: 'near', words: 'near veltrona' },
      area: { type: 'district', name: 'Veltrona', ids: [], centre: { lat: 1, lng: 2 }, radius: 1000 },
    });
  });

  const area = { key: 'lunde', parentKeys: ['se'], places: 9, radius: 9000, ids: ['se/-/lunde'] };

  it('lies in a known city', () => {
    const city = { ...area, type: 'city', name: 'Lunde', state: 'Skåne', country: 'SE' } as const;
    expect(whereOf(span, locality, city).area).toMatchObject({
      ...{ city: 'Lunde', state: 'Skåne', country: 'SE', parentKeys: ['lunde', 'se'], ids: [] },
    });
  });

  it('is where the places of a district lie that few addresses name', () => {
    const district = { ...area, type: 'district', name: 'Orsund', city: 'Lunde' } as const;
    const where: Where = { relation: 'preferred', words: 'orsund', area: district };
    expect(spanOfDistrict(where, 'cafe')).toMatchObject({ name: 'Orsund', words: 'orsund', relation: 'in' });
    expect(whereOf(spanOfDistrict(where, 'cafe'), locality, district).area).toEqual({
      ...district,
      centre: locality.centre,
      radius: 1000,
    });
  });
});
