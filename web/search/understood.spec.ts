import { type Header, type Place } from '../api/records.js';
import { en } from '../texts/en.js';
import { pt } from '../texts/pt.js';
import { emptyView } from '../view/view.js';
import {
  addressOf,
  correctedKind,
  distancesFrom,
  isForKind,
  missedText,
  nothingOf,
  shownOf,
  tellingWords,
  understoodOf,
  withoutRole,
} from './understood.js';

const header = (members: Partial<Header>): Header => ({ found: 0, rows: 20, start: 0, ...members });
const kind = { words: 'dentist', name: 'Dentist' };
const where = { relation: 'in', words: 'in auckland', name: 'Auckland' } as const;

beforeAll(() => {
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en-GB', 'pt-BR'] }, configurable: true });
});

describe('what was understood', () => {
  const chips = (members: Partial<Header>, texts = en, hasPosition = false) =>
    understoodOf(header(members), texts, hasPosition).map(({ what }) => what);

  it('is said in the language of the page', () => {
    const all = { kind, where, when: { words: 'open now', open: 'now' }, number: { words: '09 300 1234' } };
    expect(chips(all)).toEqual(['Dentist', 'open now', '09 300 1234', 'in Auckland']);
    expect(chips({ ...all, kind: { words: 'dentista', name: 'Dentist' } }, pt)).toEqual([
      ...['Dentista', 'aberto agora', '09 300 1234', 'em Auckland'],
    ]);
    expect(chips({})).toEqual([]);
  });

  it.each([
    [{ kind: { words: '☕', name: 'Cafe' } }, ['Cafe']],
    [{ where: { ...where, relation: 'near', name: 'Moema', city: 'São Paulo' } }, ['in or near Moema, São Paulo']],
    [{ where: { ...where, relation: 'first' } }, ['places in Auckland first']],
    [{ where: { ...where, relation: 'first', type: 'country', name: 'BR' } }, ['places in Brazil first']],
    [{ near: { words: 'near sky tower', of: 'place', name: 'Sky Tower' } }, ['near Sky Tower']],
    [{ near: { words: 'nearest', of: 'centre' } }, ['nearest first']],
    [{ near: { words: 'near me', of: 'unknown' } }, ['Near me']],
    [{ when: { words: 'open on sunday', open: 'sunday' } }, ['open on Sunday']],
    [{ when: { words: '24 hour', open: 'night' } }, ['open all night']],
    [{ when: { words: 'open after 10pm', open: '22:00' } }, ['open at 22:00']],
    [{ when: { words: 'open sunday at 9am', open: 'sunday 09:00' } }, ['open on Sunday, 09:00']],
  ] as [Partial<Header>, string[]][])('%j', (members, expected) => {
    expect(chips(members)).toEqual(expected);
  });

  it('names the kind whose name is misspelt', () => {
    const misspelt = header({ kind: { words: 'dentsit', name: 'Dentist' }, when: { words: 'open now', open: 'now' } });
    expect(understoodOf(misspelt, pt, false, 'dentista').map(({ what }) => what)).toEqual(['Dentista', 'aberto agora']);
  });

  it('leaves the position of the user to its own filter', () => {
    expect(chips({ near: { words: 'near me', of: 'centre' } }, en, true)).toEqual([]);
    expect(chips({ near: { words: 'near x', of: 'place', name: 'X' } }, en, true)).toEqual(['near X']);
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
  ] as [Partial<Header>, string | undefined][])('%j', (members, expected) => {
    expect(distancesFrom(header(members))).toBe(expected);
  });
});

describe('the words left out', () => {
  it('are those that say anything', () => {
    expect(tellingWords(['de', 'Vegan', 'EM', 'São', 'perto'])).toEqual(['Vegan', 'São']);
  });
});

describe('the places that the map moves to', () => {
  const place = (id: string, city?: string, country?: string) =>
    ({
      id,
      name: id,
      categories: [],
      phones: [],
      link: { rel: 'self', uri: id },
      ...(city && { address: { city, ...(country && { country }) } }),
    }) as const;
  const places = [
    ...[place('a', 'Auckland'), place('b', 'Auckland CBD', 'NZ'), place('c', 'Dunedin', 'NZ'), place('d')],
    place('e', 'Nzima'),
  ];
  const shown = (members: Partial<Header>) => {
    const { places: there, saysWhere } = shownOf(header(members), places);
    return [saysWhere, there.map((place) => places.findIndex((each) => each === place))];
  };

  it('are those in the area that the words say', () => {
    expect(shown({ where })).toEqual([true, [0, 1]]);
    expect(shown({ where: { ...where, name: 'New Zealand' } })).toEqual([true, [0, 1, 2, 3, 4]]);
    expect(shown({ where: { ...where, type: 'country', name: 'NZ' } })).toEqual([true, [1, 2]]);
    expect(shown({ near: { words: 'near x', of: 'place', name: 'X' } })).toEqual([true, [0, 1, 2, 3, 4]]);
    expect(shown({ near: { words: 'near me', of: 'centre' } })).toEqual([false, [0, 1, 2, 3, 4]]);
    expect(shown({})).toEqual([false, [0, 1, 2, 3, 4]]);
  });
});

describe('the address that words name', () => {
  const on = (street: string, city = 'Santos') => ({ address: { street, city } }) as Place;
  const address = (q: string, members: Partial<Header>, places: Place[] = []) => addressOf(q, header(members), places);

  it('is an area, with the larger one that it is in', () => {
    expect(address('in Auckland', { where: { ...where, type: 'city', state: 'AUK' } })).toEqual({
      ...{ city: 'Auckland', state: 'AUK' },
    });
    const centro = { relation: 'first', words: 'Centro', type: 'district', name: 'Centro', city: 'Santos' } as const;
    expect(address('o centro', { where: centro })).toEqual({ district: 'Centro', city: 'Santos' });
    expect(address('BR', { where: { ...centro, words: 'BR', type: 'country', name: 'BR' } })).toEqual({
      country: 'BR',
    });
  });

  it('is the street of most places', () => {
    const places = [on("King's Road"), on("King's Road"), on('Kings Lane')];
    expect(address('kings road', {}, places)).toEqual({ street: "King's Road", city: 'Santos' });
    expect(address('kings road', { kind }, places)).toEqual({ street: "King's Road", city: 'Santos' });
    const inArea = { where: { ...where, type: 'city', words: ', auckland' } };
    expect(address('King’s Road, Auckland', inArea, places)).toEqual({ street: "King's Road", city: 'Santos' });
    expect(address('kings lane', {}, places)).toBeUndefined();
  });

  it('is nothing if the words say more', () => {
    expect(address('dentist in auckland', { kind, where })).toBeUndefined();
    expect(address('sky auckland', { where })).toBeUndefined();
    expect(address('museum', {}, [on('Rua A')])).toBeUndefined();
  });
});

describe('a search for a kind', () => {
  const hotel = { words: 'hotel', name: 'Hotel' };

  it.each([
    ['hotel', { kind: hotel }],
    ['best hotels', { kind: { ...hotel, words: 'hotels' }, match: 'relaxed', omitted: ['best'] }],
    ['hotel with 5 stars', { kind: hotel, match: 'relaxed', omitted: ['5 stars'] }],
    ['5-star hotel', { kind: hotel }],
    ['hotle', { kind: { ...hotel, words: 'hotle' }, match: 'corrected', words: ['hotle'] }],
    ['hotel open now', { kind: hotel, when: { words: 'open now', open: 'now' } }],
  ] as [string, Partial<Header>][])('is one: %s', (q, members) => {
    expect(isForKind(q, header(members))).toBe(true);
  });

  it.each([
    ['hotel mozart', { kind: hotel }],
    ['hotel 5', { kind: hotel }],
    ['hotel mozart', { kind: hotel, match: 'relaxed', omitted: ['mozart'] }],
    ['hotel open now', { kind: hotel, match: 'relaxed', omitted: ['open now'] }],
    ['hotel', { kind: { ...hotel, instead: 'similar' }, match: 'relaxed', omitted: [] }],
    ['hotel in auckland', { kind: hotel, where }],
    ['nearest hotel', { kind: hotel, near: { words: 'nearest', of: 'centre' } }],
  ] as [string, Partial<Header>][])('is none: %s, %j', (q, members) => {
    expect(isForKind(q, header(members))).toBe(false);
  });

  it('names the kind that was searched instead of a misspelt one', () => {
    const misspelt = { kind: { ...hotel, words: 'hotle' }, match: 'corrected' } as const;
    expect(correctedKind('the best hotle', header(misspelt))).toBe('Hotel');
    expect(correctedKind('best hotle', header({ ...misspelt, omitted: ['best'] }))).toBe('Hotel');
    expect(correctedKind('mozrat hotel', header({ ...misspelt, kind: hotel }))).toBeUndefined();
    expect(correctedKind('hotel', header({ kind: hotel }))).toBeUndefined();
    expect(nothingOf({ q: 'hotle' }, header(misspelt), en)).toBe('hotel');
  });
});

describe('what was not found', () => {
  const nothing = (q: string, members: Partial<Header>, texts = en) => nothingOf({ q }, header(members), texts);

  it('is a kind, where and when the words say', () => {
    expect(nothing('the best dentist in Auckland', { kind, where })).toBe('dentist in Auckland');
    const when = { words: 'open now', open: 'now' };
    expect(nothing('dentist open now auckland', { kind, when, where })).toBe('dentist open now in Auckland');
    const near = { words: 'near sky tower', of: 'place', name: 'Sky Tower' } as const;
    expect(nothing('dentist near sky tower', { kind, near }, pt)).toBe('dentist perto de Sky Tower');
  });

  it('is said as typed where words were left out', () => {
    const restaurant = { words: 'restaurants', name: 'Restaurant' };
    const missed = (q: string, texts = en) => missedText({ q }, { kind: restaurant }, texts);
    expect(missed('Restaurants in paris')).toBe('No Restaurants in paris');
    expect(missed('restaurants em paris', pt)).toBe('Nenhum resultado para restaurants em paris');
    expect(missed('where are restaurants')).toBe('No place was found for “where are restaurants”');
    expect(missedText({ q: 'ferry xyz' }, {}, en)).toBe('No place was found for “ferry xyz”');
  });

  it('is all the words if others were not understood', () => {
    expect(nothing('vegan dentist in auckland', { kind, where })).toBeUndefined();
    expect(nothing('auckland', { where })).toBeUndefined();
  });
});
