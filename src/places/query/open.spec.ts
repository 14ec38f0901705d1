import fc from 'fast-check';
import { minuteOfWeek, msOfMinute, OPEN_PATTERN, parseOpen } from './open.js';

const minute = (iso: string): number => Date.parse(iso) / 60_000;

describe('the parameter open', () => {
  it.each([
    ['now', { type: 'now' }],
    ['2026-11-23T19:30', { type: 'local', minute: minute('2026-11-23T19:30Z') }],
    ['2026-11-23T19:30:59', { type: 'local', minute: minute('2026-11-23T19:30Z') }],
    ['2026-11-23T19:30Z', { type: 'instant', minute: minute('2026-11-23T19:30Z') }],
    ['2026-11-23T19:30+05:45', { type: 'instant', minute: minute('2026-11-23T13:45Z') }],
    ['2999-12-31T23:59-14:00', { type: 'instant', minute: minute('3000-01-01T13:59Z') }],
    ['2026-11-25T08:00:00.000Z', { type: 'instant', minute: minute('2026-11-25T08:00Z') }],
    ['2026-11-25 08:00:59,5', { type: 'local', minute: minute('2026-11-25T08:00Z') }],
    ['2026-11-25T08:00+0000', { type: 'instant', minute: minute('2026-11-25T08:00Z') }],
    ['2026-06-30T23:59:60Z', { type: 'instant', minute: minute('2026-06-30T23:59Z') }],
    ['2026-11-25T08:00+0545', { type: 'instant', minute: minute('2026-11-25T02:15Z') }],
  ])('reads %s', (text, value) => {
    expect(parseOpen(text)).toEqual({ ok: true, value });
  });

  it.each(
    [
      ['', 'Now', 'true', '19:30', '2026-11-23', '2026-11-23  19:30', '2026-11-23T19', '23.11.2026T19:30'],
      ['2026-02-30T10:00', '2026-11-23T24:00', '2026-13-01T10:00', '2026-11-23T19:60', '2026-11-23T19:30+15:00'],
      [
        ...'2026-11-23T19:30+01:60 2026-11-23T19:30+1500 2026-11-23T19:30+1 2026-11-23T19:30.5Z'.split(' '),
        ...'2026-11-23T19:30:00.Z 1390-69-34T13:04 2026-11-23T19:30:99 12026-11-23T19:30 1899-12-31T23:59 3000-01-01T00:00'.split(
          ' ',
        ),
        `${'2'.repeat(10_000)}T19:30`,
      ],
    ].flat(),
  )('rejects %j', (text) => {
    expect(parseOpen(text)).toMatchObject({
      ok: false,
      faults: [{ value: text, reason: 'is not a time', allowed: expect.arrayContaining(['now']) as unknown }],
    });
  });

  it('has a pattern that matches exactly what is read', () => {
    const documented = new RegExp(OPEN_PATTERN);
    const loose =
      /^(18|19|2[04]|30)(00|04|96|[0-9]{2})-[01][0-9]-[0-3][0-9][Tt ][0-2][0-9]:[0-6][0-9](:[0-6][0-9]([.,][0-9]{1,3})?)?([Zz]|[+-][01][0-9]:?[0-9]{2})?$/;
    const leap = /^(1[89]|2[0-9]|30)(00|04|5[0-9]|96)-02-29T10:00$/;
    const texts = fc.oneof(...[documented, loose, leap].map((form) => fc.stringMatching(form)));
    const checked = new Set<boolean>();
    fc.assert(
      fc.property(texts, (text) => {
        checked.add(documented.test(text));
        expect([text, parseOpen(text).ok]).toEqual([text, documented.test(text)]);
      }),
      { numRuns: 500 },
    );
    expect(checked.size).toBe(2);
  });
});
describe('a minute', () => {
  it.each([
    ['1970-01-01T00:00Z', 3 * 1440],
    ['1970-01-05T00:00Z', 0],
    ['1969-12-29T00:00Z', 0],
    ['1969-12-28T23:59Z', 10_079],
    ['2026-11-24T01:02Z', 1440 + 62],
  ])('of %s is one of the week', (iso, expected) => {
    expect(minuteOfWeek(minute(iso))).toBe(expected);
    expect(msOfMinute(minute(iso))).toBe(Date.parse(iso));
  });
});
