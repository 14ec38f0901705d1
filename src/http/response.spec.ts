import fc from 'fast-check';
import { matchesEtag, pageLinks, listHeader, type LinkContext } from './response.js';
import { parseQuery } from './request-target.js';

describe('matchesEtag', () => {
  it.each(['W/"a"', '"a"', '*', '"b", W/"a"', 'W/"b","a" , "c"'])('%s matches', (condition) => {
    expect(matchesEtag(condition, 'W/"a"')).toBe(true);
    expect(matchesEtag(condition, '"a"')).toBe(true);
  });

  it.each(['', '"b"', 'a', 'w/"a"', '"a', '"b", *', 'W/W/"a"'])('%j does not match', (condition) => {
    expect(matchesEtag(condition, 'W/"a"')).toBe(false);
  });

  it('matches a response without ETag only with *', () => {
    expect([matchesEtag('"a"', undefined), matchesEtag('', undefined), matchesEtag('*', undefined)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

function contextOf(target: string): LinkContext {
  const [path = ''] = target.split('?');
  const query = parseQuery(target);
  return { baseUrl: 'https://h', path, query };
}
describe('listHeader', () => {
  it.each([
    [0, 10, 0, undefined, undefined],
    [10, 10, 0, undefined, undefined],
    [11, 10, 0, 10, undefined],
    [11, 10, 10, undefined, 0],
    [30, 10, 10, 20, 0],
    [30, 10, 5, 15, 0],
    [30, 10, 25, undefined, 15],
    [30, 10, 30, undefined, 20],
    [3, 10, 1000, undefined, 990],
  ])('found %d, rows %d, start %d: next at %s, previous at %s', (found, rows, start, next, previous) => {
    const at = (to: number) => `https://h/p?rows=${rows}&start=${to}`;
    expect(listHeader(contextOf('/p'), { rows, start }, { found })).toEqual({
      ...{ found, rows, start },
      ...(next !== undefined && { next: at(next) }),
      ...(previous !== undefined && { previous: at(previous) }),
    });
  });

  it('leads through the whole list, from any start', () => {
    const numbers = { found: fc.nat(200), rows: fc.integer({ min: 1, max: 50 }), start: fc.nat(220) };
    fc.assert(
      fc.property(fc.record(numbers), ({ found, rows, start }) => {
        const seen: number[] = [];
        let at: number | undefined = start;
        while (at !== undefined) {
          for (let item = at; item < Math.min(at + rows, found); item += 1) seen.push(item);
          const next: string | undefined = listHeader(contextOf('/p'), { rows, start: at }, { found }).next;
          at = next === undefined ? undefined : Number(new URL(next).searchParams.get('start'));
        }
        expect(seen).toEqual(Array.from({ length: Math.max(0, found - start) }, (_, item) => start + item));
      }),
    );
  });
});
describe('pageLinks', () => {
  it.each([
    [30, 10, 10, 'next 20, prev 0, first 0, last 20'],
    [0, 10, 0, 'first 0, last 0'],
    [31, 10, 0, 'next 10, first 0, last 30'],
    [30, 10, 5, 'next 15, prev 0, first 0, last 25'],
    [30, 10, 99, 'prev 89, first 0, last 20'],
  ])('found %d, rows %d, start %d: %s', (found, rows, start, expected) => {
    const context = contextOf('/p');
    const links = pageLinks(context, { rows, start }, listHeader(context, { rows, start }, { found }));
    const short = links.join(', ').replaceAll(/<https:\/\/h\/p\?rows=\d+&start=(\d+)>; rel="(\w+)"/g, '$2 $1');
    expect(short).toBe(expected);
  });

  it('has no last if its start exceeds the limit', () => {
    const context = contextOf('/p');
    const page = { rows: 10, start: 0 };
    const links = (found: number) => pageLinks(context, page, listHeader(context, page, { found }), { maxStart: 100 });
    expect(links(110)).toContainEqual(expect.stringContaining('rel="last"'));
    expect(links(111)).toEqual([expect.stringContaining('rel="next"'), expect.stringContaining('rel="first"')]);
  });
});
describe('cursor pagination', () => {
  const page = { rows: 10, start: 0, cursorMark: 'm1' };

  it('links to the next cursor, and has neither previous nor last', () => {
    const context = contextOf('/p?q=x&cursorMark=m1');
    const header = listHeader(context, page, { found: 30, nextCursor: 'm/2' });
    const next = 'https://h/p?q=x&cursorMark=m%2F2&rows=10&start=0';
    expect(header).toEqual({ found: 30, rows: 10, start: 0, next, nextCursorMark: 'm/2' });
    const first = 'https://h/p?q=x&cursorMark=*&rows=10&start=0';
    expect(pageLinks(context, page, header)).toEqual([`<${next}>; rel="next"`, `<${first}>; rel="first"`]);
  });
});
