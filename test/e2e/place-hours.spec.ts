import { Random } from '../support/random.js';
import { HoursRenewal } from '../../src/places/opening-hours/hours-renewal.js';
import { aPlace } from '../support/factories.js';
import { libraryStates } from '../support/library-states.js';
import { OPENING_HOURS, UNREADABLE_HOURS } from '../support/opening-hours.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

describe('GET /v2/places/{placeId}/hours', () => {
  const location = { lat: '-23.561414', lng: '-46.655881' };
  const { directory, tokens } = useDirectory({
    places: [
      aPlace({ id: 'museum', openingHours: 'Tu-Su 10:00-18:00', location, address: { country: 'BR' } }),
      aPlace({ id: 'kiosk', openingHours: 'by appointment', location }),
      aPlace({ id: 'square', location }),
    ],
    tokens: ['application'],
  });

  const get = (place: string, query = '', headers = {}) =>
    directory.get(`/v2/places/${place}/hours${query}`, tokens.application, headers);

  it('says whether a place is open at a time, until when, and its seven days, in JSON and XML', async () => {
    const { status, body } = await get('museum', '?at=2026-11-24T20:30Z');
    expect(status).toBe(200);
    expect(body.hours).toMatchObject({ timeZone: 'America/Sao_Paulo', open: true, changes: '2026-11-24T18:00' });
    expect(body.hours.days).toHaveLength(7);
    expect(body.hours.days[0]).toEqual({
      date: '2026-11-24',
      ranges: [{ from: '2026-11-24T10:00', until: '2026-11-24T18:00' }],
    });
    expect(body.hours.days[6]).toEqual({ date: '2026-11-30', ranges: [] });
    expect((await get('museum', '?at=2026-11-24T17:30')).body).toEqual(body);
    expect(await readXml((await get('museum', '?at=2026-11-24T20:30Z&wt=xml')).text, body)).toEqual(body);
  });

  it('describes the present by default, and clients do not keep it', async () => {
    const { body, headers } = await get('museum');
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    expect([body.hours.days[0].date, headers.get('cache-control')]).toEqual([
      today,
      expect.stringContaining('no-cache'),
    ]);
  });

  it('returns only the text of hours that cannot be read, and nothing without hours', async () => {
    expect((await get('kiosk')).body).toEqual({ hours: { openingHours: 'by appointment' } });
    expect((await get('square')).body).toEqual({ hours: {} });
  });

  it('returns 404 for an unknown place and 400 for what is no time', async () => {
    const { status, body } = await get('nowhere');
    expect([status, body.code]).toEqual([404, 'place_not_found']);
    expect((await get('museum', '?at=noon')).body.errors[0]).toMatchObject({ parameter: 'at', value: 'noon' });
    expect((await get('museum', '?at=1900-01-01T00:00Z')).body.hours.days[0].date).toBe('1899-12-31');
  });
});

const SITES = [
  { timeZone: 'America/Sao_Paulo', lat: '-23.55', lng: '-46.63', country: 'BR' },
  { timeZone: 'Europe/Berlin', lat: '52.52', lng: '13.4', country: 'DE' },
  { timeZone: 'Asia/Kolkata', lat: '28.61', lng: '77.21', country: 'IN' },
  { timeZone: 'Pacific/Honolulu', lat: '21.31', lng: '-157.86', country: 'US' },
];

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

const readable = SITES.flatMap((site, number) =>
  OPENING_HOURS.map((openingHours, index) => ({ id: `${number}-${index}`, openingHours, site })),
);

const places = [
  ...readable.map(({ id, openingHours, site: { lat, lng, country } }) =>
    aPlace({ id, name: `Place ${id}`, openingHours, location: { lat, lng }, address: { country } }),
  ),
  ...UNREADABLE_HOURS.map((openingHours, index) =>
    aPlace({ id: `unreadable-${index}`, name: 'Unreadable', openingHours, location: { lat: '52.5', lng: '13.4' } }),
  ),
  aPlace({ id: 'no-hours', name: 'No hours', location: { lat: '52.5', lng: '13.4' } }),
];

/** No holidays are known of India. */
const withHolidays = OPENING_HOURS.filter((text) => text.includes('PH')).length;
const UNKNOWN = UNREADABLE_HOURS.length + 1 + withHolidays;

/** Clocks change on two days of a year: the library errs for a day. */
function changesClock(timeZone: string, instant: number): boolean {
  const hourAt = (time: number) => new Date(time).toLocaleString('en-GB', { timeZone, hour: '2-digit' });
  return hourAt(instant - DAY) !== hourAt(instant + DAY);
}

/** What the library says of each place at each instant; undefined within two minutes of a change. */
function expectedStates(instants: readonly number[]): Map<string, (boolean | undefined)[]> {
  const states = new Map<string, (boolean | undefined)[]>();
  for (const [number, { timeZone, lat, lng, country }] of SITES.entries()) {
    const place = { lat, lon: lng, address: { country_code: country.toLowerCase() } };
    const times = instants.flatMap((instant) => [instant - 2 * MINUTE, instant + 2 * MINUTE]);
    for (const [index, ofText] of libraryStates(OPENING_HOURS, { timeZone, place }, times).entries()) {
      const ofPlace = instants.map((instant, position) => {
        const [before, after] = ofText.slice(2 * position, 2 * position + 2);
        return before === after && before !== null && !changesClock(timeZone, instant) ? before : undefined;
      });
      states.set(`${number}-${index}`, ofPlace);
    }
  }
  return states;
}

describe('the parameter open', () => {
  const { get, ids } = useDirectory({ places, fill: (directory) => directory.settle() });

  const search = async (query: Record<string, string>) => {
    const { status, body, headers } = await get(`/v2/places?${new URLSearchParams(query).toString()}`);
    return { status, headers, body, header: body.results?.header, places: body.results?.places };
  };

  /** All pages by cursor: their identifiers, and the counts of each page. */
  const all = async (query: Record<string, string>) => {
    const found: string[] = [];
    const counts: string[] = [];
    for (let cursorMark: string | undefined = '*'; cursorMark !== undefined;) {
      const page: Awaited<ReturnType<typeof search>> = await search({ ...query, rows: '50', fl: 'id', cursorMark });
      found.push(...page.places.map(({ id }: { id: string }) => id));
      counts.push(`${page.header.found} ${page.header.unknownHours}`);
      cursorMark = page.header.nextCursorMark;
    }
    return { ids: found, counts };
  };

  it('finds the places that the library says are open, in their time zones, throughout a year', async () => {
    const random = new Random(22);
    const start = Math.floor(Date.now() / HOUR) * HOUR;
    const instants = Array.from({ length: 10 }, () => start + random.between(0, 360 * 24 * 60) * MINUTE);
    const expected = expectedStates(instants);
    const wrong: string[] = [];
    let compared = 0;
    for (const [position, instant] of instants.entries()) {
      const open = `${new Date(instant).toISOString().slice(0, 16)}Z`;
      const found = await all({ open });
      for (const { id, openingHours, site } of readable) {
        const state = expected.get(id)?.[position];
        if (state === undefined) continue;
        compared += 1;
        if (found.ids.includes(id) !== state) wrong.push(`${openingHours} ${site.timeZone} ${open}`);
      }
      expect(found.ids.filter((id) => !/^\d/.test(id))).toEqual([]);
      expect(new Set(found.counts).size).toBe(1);
      expect(found.counts[0]).toMatch(new RegExp(`^${found.ids.length} `));
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(800);
  });

  it('takes a local time, which is another instant in each time zone', async () => {
    const found = (await all({ open: '2027-01-20T10:30' })).ids;
    const nineToSix = SITES.map((_, number) => `${number}-${OPENING_HOURS.indexOf('Mo-Fr 09:00-18:00')}`);
    expect(found).toEqual(expect.arrayContaining(nineToSix));
    const inBerlin = (await all({ open: '2027-01-20T10:30+01:00' })).ids;
    expect(inBerlin.filter((id) => nineToSix.includes(id))).toEqual([nineToSix[1], nineToSix[2]]);
  });

  it('counts the places that are left out because their hours are unknown', async () => {
    const { header } = await search({ open: 'now' });
    expect(header.unknownHours).toBe(UNKNOWN);
    expect((await search({ open: 'now', q: 'unreadable' })).header).toMatchObject({ found: 0 });
    expect((await search({ open: 'now', fq: 'name:"No hours"' })).header).toMatchObject({ found: 0, unknownHours: 1 });
    expect((await search({})).header).not.toHaveProperty('unknownHours');
    const xml = await get('/v2/places?open=now&wt=xml');
    expect(xml.text).toContain(`<unknownHours>${UNKNOWN}</unknownHours>`);
  });

  it('counts places with exceptions as unknown after a year, and others never', async () => {
    const { header } = await search({ open: '2050-01-05T10:30' });
    expect(header.unknownHours).toBeGreaterThan(UNKNOWN);
    const weekly = OPENING_HOURS.indexOf('Mo-Fr 09:00-18:00');
    expect(await ids({ open: '2050-01-05T10:30', fq: `id:"1-${weekly}"` })).toEqual([`1-${weekly}`]);
  });

  it('combines with words, filters, location, facets and sort', async () => {
    const open = '2027-01-20T10:30';
    const [allDay] = [OPENING_HOURS.indexOf('24/7')];
    expect(await ids({ open, q: `place 1-${allDay}`, match: 'exact' })).toContain(`1-${allDay}`);
    const around = { 'location.lat': '52.52', 'location.lng': '13.4', sort: 'name desc' };
    const inBerlin = await search({ open, ...around, 'facet.field': 'address.country', rows: '50' });
    expect(inBerlin.header.unknownHours).toBe(UNREADABLE_HOURS.length + 1);
    const berliners = (await all({ open })).ids.filter((id) => id.startsWith('1-'));
    expect(inBerlin.places.map(({ id }: { id: string }) => id).sort()).toEqual(berliners.sort());
    expect(inBerlin.body.results.facets[0].buckets).toEqual([{ value: 'DE', found: berliners.length }]);
  });

  it('applies to map tiles', async () => {
    const tile = (open: string) => get(`/v2/places/tiles/0/0/0.mvt?open=${open}&fq=id:"1-1"`);
    expect((await tile('2027-01-20T10:30')).status).toBe(200);
    expect((await tile('2027-01-20T20:30')).status).toBe(204);
    expect((await tile('now')).headers.get('cache-control')).toBe('private, no-cache');
  });

  it('binds a cursor to its time', async () => {
    const first = await search({ open: 'now', rows: '1', cursorMark: '*' });
    const cursorMark: string = first.header.nextCursorMark;
    expect((await search({ open: 'now', rows: '1', cursorMark })).status).toBe(200);
    const other = await search({ open: '2027-01-20T10:30', rows: '1', cursorMark });
    expect(other.body.errors[0].reason).toContain('belongs to another search');
  });

  it('lets clients ask again for the present, and caches other times', async () => {
    const cacheControl = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await cacheControl('/v2/places?open=now')).toBe('private, no-cache');
    expect(await cacheControl('/v2/places?fl=open')).toBe('private, no-cache');
    expect(await cacheControl('/v2/places/no-hours?fl=open')).toBe('private, no-cache');
    expect(await cacheControl('/v2/places?open=2027-01-20T10:30')).toBe('private, max-age=30');
    expect(await cacheControl('/v2/places?open=2027-01-20T10:30&fl=open')).toBe('private, max-age=30');
    expect(await cacheControl('/v2/places/no-hours')).toBe('private, max-age=30');
  });
});

describe('the field open', () => {
  const { get } = useDirectory({ places, fill: (directory) => directory.settle() });
  const [always, never] = ['24/7', 'off'].map((text) => `0-${OPENING_HOURS.indexOf(text)}`);

  it('says in lists whether each place is open now, if fl names it', async () => {
    const { body, text } = await get(`/v2/places?fq=id:("${always}" OR "${never}" OR "no-hours")&sort=id&fl=open`);
    expect(body.results.places).toEqual([{ id: always, open: true }, { id: never, open: false }, { id: 'no-hours' }]);
    expect(text).not.toContain('unknownHours');
    expect((await get(`/v2/places?fq=id:"${always}"`)).body.results.places[0]).not.toHaveProperty('open');
    expect((await get(`/v2/places?fq=id:"${always}"&fl=open&wt=xml`)).text).toContain('<open>true</open>');
  });

  it('says it at the time of the parameter open, also beside words and a centre', async () => {
    const near = 'location.lat=-23.55&location.lng=-46.63';
    const { body } = await get(`/v2/places?q=place&open=2027-01-20T10:30&fl=open,openingHours&${near}&rows=50`);
    expect(body.results.places.length).toBeGreaterThan(5);
    expect(body.results.places.filter((place: { open?: boolean }) => place.open !== true)).toEqual([]);
  });

  it('says it of one place only if fl names it', async () => {
    const place = async (path: string) => (await get(`/v2/places/${path}`)).body.place;
    expect(await place(`${always}?fl=open`)).toEqual({ id: always, open: true });
    expect(await place(`${never}?fl=*,open`)).toMatchObject({ id: never, open: false, openingHours: 'off' });
    expect(await place('no-hours?fl=open')).toEqual({ id: 'no-hours' });
    expect(await place('unreadable-0?fl=open')).toEqual({ id: 'unreadable-0' });
    expect(await place(always ?? '')).not.toHaveProperty('open');
  });

  it('says when that changes only if fl names it', async () => {
    const { body } = await get(`/v2/places?q=place&open=2027-01-20T10:30&fl=open,openChanges&rows=50`);
    const changes = body.results.places.flatMap(({ openChanges }: { openChanges?: string }) => openChanges ?? []);
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) expect(change).toMatch(/^2027-01-2\dT\d\d:\d\d$/);
    for (const { id, openChanges } of body.results.places.slice(0, 3)) {
      const hours = await get(`/v2/places/${id}/hours?at=2027-01-20T10:30`);
      expect(openChanges).toBe(hours.body.hours.changes);
    }
    expect((await get(`/v2/places/${always}?fl=open,openChanges`)).body.place).toEqual({ id: always, open: true });
    expect((await get(`/v2/places?fq=id:"${always}"`)).body.results.places[0]).not.toHaveProperty('openChanges');
  });

  it('says on whose clock if fl names it', async () => {
    const { body } = await get(`/v2/places?fq=id:"${always}"&fl=timeZone`);
    const { hours } = (await get(`/v2/places/${always}/hours`)).body;
    expect(hours.timeZone).toMatch(/^[A-Z]\w+\/\w+/);
    expect(body.results.places).toEqual([{ id: always, timeZone: hours.timeZone }]);
    expect((await get(`/v2/places/${always}?fl=timeZone`)).body.place).toEqual({
      id: always,
      timeZone: hours.timeZone,
    });
    expect((await get(`/v2/places/${always}`)).body.place).not.toHaveProperty('timeZone');
  });

  it('is no filter: the parameter is', async () => {
    const { body } = await get('/v2/places?fq=open:true');
    expect(body.errors[0].reason).toContain('open is not filterable; the parameter open=now finds open places');
  });
});

const location = { lat: '52.52', lng: '13.4' };

describe('a day in the words of a search', () => {
  /** Days from now on the clock of São Paulo, where the places are. */
  const dayIn = (days: number) => {
    const date = new Date(Date.now() + days * DAY);
    const named = (weekday: 'long' | 'short') =>
      date.toLocaleDateString('en-GB', { timeZone: 'America/Sao_Paulo', weekday });
    return {
      name: named('long').toLowerCase(),
      code: named('short').slice(0, 2),
      date: date.toLocaleDateString('en-US', { timeZone: 'America/Sao_Paulo', month: 'short', day: '2-digit' }),
    };
  };
  let [tomorrow, day, next] = [dayIn(1), dayIn(3), dayIn(4)];
  const { search } = useDirectory({
    // When the tests begin: it may be midnight between then and the reading of this file.
    fill: async (directory) => {
      [tomorrow, day, next] = [dayIn(1), dayIn(3), dayIn(4)];
      await directory.add({ places: placesOpenOn() });
    },
  });
  const placesOpenOn = () => [
    aPlace({ id: 'breakfast', openingHours: `${day.code} 08:00-11:00` }),
    aPlace({ id: 'dinner', openingHours: `${day.code} 19:00-23:00` }),
    aPlace({ id: 'club', openingHours: `${next.code} 00:00-05:00` }),
    aPlace({ id: 'closed', openingHours: `${next.code} 08:00-23:00` }),
    aPlace({ id: 'holiday', openingHours: `${day.code} 08:00-23:00; ${day.date} off` }),
    aPlace({ id: 'special', openingHours: `${next.code} 08:00-23:00; ${day.date} 19:00-20:00` }),
    aPlace({ id: 'fair', openingHours: `${tomorrow.code} 09:00-10:00` }),
  ];

  it('finds what is open at any time of the day', async () => {
    const { header, ids } = await search({ q: `open on ${day.name}` });
    expect(ids.toSorted()).toEqual(['breakfast', 'dinner', 'special']);
    expect(header.when).toEqual({ words: `open on ${day.name}`, open: day.name });
  });

  it.each(['open tomorrow', 'aberto amanhã'])('knows what is open %s, and which day that is', async (q) => {
    const { header, ids } = await search({ q });
    expect(ids).toEqual(['fair']);
    expect(header.when).toEqual({ words: q, open: tomorrow.name });
    expect((await search({ q: 'open tomorrow at 9:30' })).header.when.open).toBe(`${tomorrow.name} 09:30`);
  });
});

describe('opening hours that are known for a limited time', () => {
  const { directory } = useDirectory({
    places: [
      aPlace({ id: 'holidays', location, openingHours: 'Mo-Fr 09:00-18:00; PH off' }),
      aPlace({ id: 'weekly', location, openingHours: 'Mo-Fr 09:00-18:00' }),
      aPlace({ id: 'unreadable', location, openingHours: 'call us' }),
      aPlace({ id: 'none', location }),
    ],
    fill: (filled) => filled.settle(),
  });

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  it('are indexed again when half a year is left', async () => {
    const renewal = directory.app.get(HoursRenewal);
    // The index sync removes changes as soon as it has read them.
    await directory.source.query(`
      CREATE TABLE recorded_changes (place_id text);
      CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO recorded_changes VALUES (NEW.place_id); RETURN NULL; END';
      CREATE TRIGGER record_change AFTER INSERT ON place_changes FOR EACH ROW EXECUTE FUNCTION record_change();
    `);
    const changes = () => directory.source.query<object[]>('SELECT place_id FROM recorded_changes');
    expect(await renewal.run(inDays(182))).toBe(0);
    expect(await changes()).toEqual([]);
    expect(await renewal.run(inDays(184))).toBe(1);
    expect(await changes()).toEqual([{ place_id: 'holidays' }]);
    await directory.settle();
    expect(await renewal.run(inDays(400))).toBe(1);
    expect(await changes()).toEqual([{ place_id: 'holidays' }, { place_id: 'holidays' }]);
  });

  it('are indexed again by runs that go on after each other, whatever the runs before have changed', async () => {
    const others = Array.from({ length: 1100 }, (_, at) =>
      aPlace({ id: `a-${at}`, location, openingHours: 'Mo-Fr 09:00-18:00; PH off' }),
    );
    await directory.add({ places: others });
    await directory.settle();
    const renewal = directory.app.get(HoursRenewal);
    expect(await renewal.run(inDays(300))).toBe(1000);
    expect(await renewal.run(inDays(300))).toBe(101);
    const last = await directory.source.query<object[]>("SELECT FROM recorded_changes WHERE place_id = 'holidays'");
    expect(last).toHaveLength(3);
  });
});
