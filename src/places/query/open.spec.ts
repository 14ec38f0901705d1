import { parseOpen } from './open.js';

const minute = (iso: string): number => Date.parse(iso) / 60_000;

describe('the parameter open', () => {
  it.each([
    ['now', { type: 'now' }],
    ['2026-11-23T19:30', { type: 'local', minute: minute('2026-11-23T19:30Z') }],
    ['2026-11-23T19:30:59', { type: 'local', minute: minute('2026-11-23T19:30Z') }],
    ['2026-11-23T19:30Z', { type: 'instant', minute: minute('2026-11-23T19:30Z') }],
    ['2026-11-23T19:30-03:00', { type: 'instant', minute: minute('2026-11-23T22:30Z') }],
    ['2026-11-23T19:30+05:45', { type: 'instant', minute: minute('2026-11-23T13:45Z') }],
    ['6052-12-31T23:59-14:00', { type: 'instant', minute: minute('6053-01-01T13:59Z') }],
    ['2028-02-29T00:00', { type: 'local', minute: minute('2028-02-29T00:00Z') }],
  ])('reads %s', (text, value) => {
    expect(parseOpen(text)).toEqual({ ok: true, value });
  });

  it.each(
    [
      ['', 'Now', 'true', '19:30', '2026-11-23', '2026-11-23 19:30', '2026-11-23T19', '23.11.2026T19:30'],
      ['2026-02-30T10:00', '2026-11-23T24:00', '2026-13-01T10:00', '2026-11-23T19:60', '2026-11-23T19:30+15:00'],
      [
        '2026-11-23T19:30+01:60',
        '2026-11-23T19:30+0100',
        '2026-11-23T19:30:99',
        '12026-11-23T19:30',
        `${'2'.repeat(10_000)}T19:30`,
      ],
    ].flat(),
  )('rejects %j', (text) => {
    expect(parseOpen(text)).toMatchObject({
      ok: false,
      faults: [{ value: text, reason: 'is not a time', allowed: expect.arrayContaining(['now']) as unknown }],
    });
  });

  it.each(['6053-01-01T00:00', '9999-12-31T23:59', '9999-12-31T23:59-14:00'])(
    'rejects %s, which the index cannot hold',
    (text) => {
      expect(parseOpen(text)).toEqual({
        ok: false,
        faults: [{ value: text, reason: 'is out of range', allowed: ['years 0000 to 6052'] }],
      });
    },
  );

  it('suggests to encode a plus sign', () => {
    expect(parseOpen('2026-11-23T19:30 01:00')).toMatchObject({
      faults: [{ suggestion: '2026-11-23T19:30%2B01:00' }],
    });
  });
});
