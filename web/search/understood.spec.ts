import { type Header, type Place } from '../api/records.js';
import { en } from '../texts/en.js';
import { pt } from '../texts/pt.js';
import { emptyView } from '../view/view.js';
import {
  asksNearUser,
  distancesFrom,
  metresAway,
  nothingOf,
  shownOf,
  substitutionOf,
  understoodOf,
  withoutRole,
} from './understood.js';

/** A part of a header, with the members that count. */
type Members = { readonly [K in keyof Header]?: Partial<Header[K]> };

const header = (members: Members): Header => ({ found: 0, rows: 20, start: 0, ...members }) as Header;
const kind = { words: 'dentist', label: 'Dentist' };
const where = { relation: 'in', words: 'in auckland', name: 'Auckland' } as const;

beforeAll(() => {
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB', 'pt-BR'] }, configurable: true });
});

describe('what was understood', () => {
  const chips = (members: Members, texts = en, hasPosition = false) =>
    understoodOf(header(members), texts, hasPosition).map(({ what }) => what);

  it('is said in the language of the page', () => {
    const all = { kind, where, when: { words: 'open now', open: 'now' }, number: { words: '09 300 1234' } };
    expect(chips(all)).toEqual(['Dentist', 'open now', '09 300 1234', 'in Auckland']);
    expect(chips({ ...all, kind: { words: 'tandlæge', label: 'dentista' } }, pt)).toEqual([
      ...['Dentista', 'aberto agora', '09 300 1234', 'em Auckland'],
    ]);
    expect(chips({})).toEqual([]);
  });

  it.each([
    [{ kind: { words: '☕', label: 'cafe' } }, ['Cafe']],
    [{ where: { ...where, relation: 'near', name: 'Moema', city: 'São Paulo' } }, ['in or near Moema, São Paulo']],
    [{ where: { ...where, relation: 'first' } }, ['places in Auckland first']],
    [{ where: { ...where, relation: 'first', type: 'country', name: 'BR' } }, ['places in Brazil first']],
    [{ near: { words: 'near sky tower', of: 'place', name: 'Sky Tower' } }, ['near Sky Tower']],
    [{ near: { words: 'nearest', of: 'centre' } }, ['nearest first']],
    [{ near: { words: 'near me', of: 'unknown', needs: 'centre' } }, ['Near me']],
    [{ near: { words: 'near x', of: 'unknown', needs: 'place' } }, []],
    [{ kind: { words: 'pizza', label: 'Pizza Restaurant' } }, ['Pizza Restaurant']],
    // The places are of another kind.
    [{ kind: { ...kind, instead: 'similar', shown: 'Doctor' } }, []],
    [{ when: { words: '24 hour', open: 'night' } }, ['open all night']],
    [{ when: { words: 'open after 10pm', open: '22:00' } }, ['open at 22:00']],
    [{ when: { words: 'open sunday at 9am', open: 'sunday 09:00' } }, ['open on Sunday, 09:00']],
  ] as [Members, string[]][])('%j', (members, expected) => {
    expect(chips(members)).toEqual(expected);
  });

  it('leaves the position of the user to its own filter', () => {
    expect(chips({ near: { words: 'near me', of: 'centre' } }, en, true)).toEqual([]);
    expect(chips({ near: { words: 'near x', of: 'place', name: 'X' } }, en, true)).toEqual(['near X']);
  });

  it('asks for the position of the user only for what is near the user', () => {
    const asks = (needs: 'centre' | 'place') => asksNearUser({ near: { words: 'near x', of: 'unknown', needs } });
    expect([asks('centre'), asks('place')]).toEqual([true, false]);
    expect(asksNearUser({ near: { words: 'nearest', of: 'centre' } })).toBe(true);
    expect([asksNearUser({ near: { words: 'near x', of: 'place', name: 'X' } }), asksNearUser({})]).toEqual([
      false,
      false,
    ]);
  });

  it('can be taken for words, each once', () => {
    const view = withoutRole(withoutRole({ ...emptyView, q: 'x' }, 'kind'), 'where');
    expect(withoutRole(view, 'kind').off).toEqual(['where', 'kind']);
  });
});

describe('what distances are from', () => {
  it.each([
    [{ where: { ...where, relation: 'near', name: 'Gullhaven' } }, 'Gullhaven'],
    [{ near: { words: 'near sky tower', of: 'place', name: 'Sky Tower' } }, 'Sky Tower'],
    [{ where }, undefined],
    [{ near: { words: 'near me', of: 'centre' } }, undefined],
  ] as [Members, string | undefined][])('%j', (members, expected) => {
    expect(distancesFrom(header(members))).toBe(expected);
  });
});

describe('what was searched instead', () => {
  const said = (members: Members, texts = en) => substitutionOf(header({ found: 3, ...members }), texts);
  const hotel = { words: 'hotle', label: 'Hotel' };

  it.each([
    [
      'playground',
      {
        kind: { words: 'playground', label: 'Playground', instead: 'similar', shown: 'Park' },
        match: 'relaxed',
        omitted: [],
      },
      'Nothing was found for “playground”. Shown instead: Park.',
    ],
    [
      'the best hotle',
      { kind: hotel, match: 'corrected', corrected: 'hotel', omitted: ['best'] },
      'No place has these words as typed; shown for “hotel”. Shown without “best”.',
    ],
    ['cofee', { match: 'corrected' }, en.corrected],
    [
      'cofee open now',
      { kind: { words: 'cofee', label: 'Cafe' }, match: 'relaxed', corrected: 'coffee', omitted: ['open now'] },
      'No place has these words as typed; shown for “coffee”. Shown without “open now”.',
    ],
    [
      'playgruond',
      {
        kind: { words: 'playgruond', label: 'Playground', instead: 'similar', shown: 'Park' },
        match: 'relaxed',
        corrected: 'playground',
        omitted: [],
      },
      'Nothing was found for “playground”. Shown instead: Park.',
    ],
    ['of gold', { match: 'relaxed' }, en.missed],
    ['hotel', { kind: hotel }, undefined],
    ['hotle', { found: 0, kind: hotel, match: 'corrected' }, undefined],
  ] as [string, Members, string | undefined][])('is one sentence: %s', (_, members, sentence) => {
    expect(said(members)).toBe(sentence);
  });

  it('is said in Portuguese', () => {
    const playground = { words: 'playground', label: 'Parquinho', instead: 'similar', shown: 'Parque' } as const;
    expect(said({ kind: playground, match: 'relaxed' }, pt)).toBe(
      'Nada foi encontrado para “playground”. Na lista, em vez disso: Parque.',
    );
  });
});

describe('what the map moves to', () => {
  const place = (id: string, address = {}, lat?: string): Place => ({
    ...{ id, name: id, categories: [], phones: [], link: { rel: 'self', uri: id }, address },
    ...(lat !== undefined && { location: { lat, lng: '0' } }),
  });
  const box = { north: '2', west: '1', south: '0', east: '3' };
  const at = (lat: string, lng: string) => ({ location: { lat, lng } });
  const places = [
    ...[place('a', { city: 'Auckland' }), place('b', { city: 'Auckland CBD', country: 'NZ' })],
    ...[place('c', { city: 'Dunedin', country: 'NZ' }), place('d'), place('e', { city: 'Nzima' })],
  ];
  const shown = (q: string, members: Members, listed = places) =>
    shownOf(q, header({ found: listed.length, ...members }), listed);

  it.each([
    [{ where }, 'ab', true],
    [{ where: { ...where, name: 'New Zealand' } }, 'abcde', true],
    [{ where: { ...where, type: 'country', name: 'NZ' } }, 'bc', true],
    [{ near: { words: 'near x', of: 'place', name: 'X' } }, 'abcde', true],
    [{ near: { words: 'near me', of: 'centre' } }, 'abcde', false],
    [{}, 'abcde', false],
  ] as [Members, string, boolean][])('are the places in the area that words say: %j', (members, ids, saysWhere) => {
    const there = shown('dentist', { kind, ...members });
    expect([there.places.map((each) => ('id' in each ? each.id : '')).join(''), there.saysWhere]).toEqual([
      ids,
      saysWhere,
    ]);
  });

  it('is all of an area with more places than the list, if words say nothing else', () => {
    const ofArea = { found: 50, where: { ...where, box } };
    const area = { north: 2, west: 1, south: 0, east: 3 };
    expect(shown('in Auckland', ofArea)).toEqual({ places, saysWhere: true, area });
    for (const [q, more] of [
      ['in Auckland', { found: 5 }],
      ['dentist in Auckland', { kind }],
      ['sky in auckland', {}],
    ] as const)
      expect(shown(q, { ...ofArea, ...more })).not.toHaveProperty('area');
  });

  it('has what words ask to be near', () => {
    const near = { words: 'near sky tower', of: 'place', name: 'Sky Tower', ...at('5', '6') } as const;
    expect(shown('dentist near sky tower', { kind, near }).places).toEqual([near, ...places]);
    const around = { ...where, relation: 'near', box } as const;
    expect(shown('dentist near auckland', { kind, where: around }).places[0]).toEqual(at('1', '2'));
  });

  it('is the area, and the nearest place unless that is far, if nothing is there', () => {
    const nearest = { id: 'x', link: { rel: 'self', uri: 'x' }, name: 'X', distance: '90000', ...at('9', '9') };
    const nothing = (members: Members) =>
      shown('dentist in auckland', { kind, where: { ...where, box }, ...members }, []);
    expect(nothing({ nearest })).toMatchObject({
      places: [at('0', '1'), at('2', '3'), at('9', '9')],
      ...{ saysWhere: true, nearest: { id: 'x', name: 'X' } },
    });
    expect(nothing({ nearest: { ...nearest, distance: '200000' } })).toEqual({
      ...{ places: [at('0', '1'), at('2', '3')], saysWhere: true },
    });
    expect(shown('xyzzy', {}, [])).toEqual({ places: [], saysWhere: false });
  });
});

describe('a search for a kind', () => {
  const hotel = { words: 'hotel', label: 'Hotel' };
  const area = { north: 1, west: 0, south: 0, east: 1 };
  const away = (q: string, members: Members, distance = '9000') =>
    metresAway(q, header(members), [{ location: { lat: '5', lng: '5', distance } } as Place], area);

  it.each([
    ['hotel', { kind: hotel }],
    ['hotle', { kind: { ...hotel, words: 'hotle' }, match: 'corrected' }],
    ['hotel open now', { kind: hotel, when: { words: 'open now', open: 'now' } }],
  ] as [string, Members][])('says how far the nearest is: %s', (q, members) => {
    expect([away(q, members), away(q, members, '100')]).toEqual([9000, undefined]);
  });

  it.each([
    ['hotel mozart', { kind: hotel }],
    ['best hotels', { kind: { ...hotel, words: 'hotels' }, match: 'relaxed', omitted: ['best'] }],
    ['hotel mozart', { kind: hotel, match: 'relaxed', omitted: ['mozart'] }],
    ['hotel open now', { kind: hotel, match: 'relaxed', omitted: ['open now'] }],
    ['hotel', { kind: { ...hotel, instead: 'similar' }, match: 'relaxed', omitted: [] }],
    ['hotel in auckland', { kind: hotel, where }],
    ['nearest hotel', { kind: hotel, near: { words: 'nearest', of: 'centre' } }],
  ] as [string, Members][])('is none: %s, %j', (q, members) => {
    expect(away(q, members)).toBeUndefined();
  });
});

describe('what was not found', () => {
  const nothing = (q: string, members: Members, texts = en) => nothingOf({ q }, header(members), texts);

  it('is a kind, where and when the words say', () => {
    expect(nothing('dentist in Auckland', { kind, where })).toBe('dentist in Auckland');
    const when = { words: 'open now', open: 'now' };
    expect(nothing('dentist open now auckland', { kind, when, where })).toBe('dentist open now in Auckland');
    const near = { words: 'near sky tower', of: 'place', name: 'Sky Tower' } as const;
    expect(nothing('dentist near sky tower', { kind, near }, pt)).toBe('dentist perto de Sky Tower');
  });

  it('says nothing of words that were left out', () => {
    const members = { kind, where, words: ['dentist'], omitted: ['best'] };
    expect(nothing('the best dentist in Auckland', members)).toBe('dentist in Auckland');
    expect(nothing('best vegan dentist', { ...members, words: ['vegan', 'dentist'] })).toBeUndefined();
  });

  it('is all the words if others were not understood', () => {
    expect(nothing('vegan dentist in auckland', { kind, where })).toBeUndefined();
    expect(nothing('auckland', { where })).toBeUndefined();
  });
});
