import { aPlace } from '../support/factories.js';
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
    for (const at of ['0000-01-01T00:00Z', '0099-12-31T23:59', '6053-01-01T00:00']) {
      const fault = { parameter: 'at', value: at, reason: 'is out of range' };
      expect((await get('museum', `?at=${at}`)).body.errors).toEqual([expect.objectContaining(fault)]);
    }
    expect((await get('museum', '?at=0100-01-01T00:00Z')).body.hours.days[0].date).toBe('0099-12-31');
  });
});
