import { Readable } from 'node:stream';
import fc from 'fast-check';
import { beginsList, readList } from './list-reader.js';

async function entriesOf(text: string, size = 7, longest?: number): Promise<[number, string][]> {
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at * size);
  const chunks = Readable.from(starts.map((start) => Buffer.from(bytes.subarray(start, start + size))));
  const entries: [number, string][] = [];
  for await (const { number, bytes } of readList(chunks, longest)) entries.push([number, bytes.toString()]);
  return entries;
}

describe('a list of records', () => {
  it('comes apart as a parser would have it, wherever its bytes are cut', async () => {
    const wrapper = fc.constantFrom('features', 'elements');
    const spaces = fc.constantFrom(undefined, 2, '\r\n');
    await fc.assert(
      fc.asyncProperty(
        wrapper,
        fc.array(fc.json()),
        spaces,
        fc.integer({ min: 1, max: 40 }),
        async (name, texts, space, size) => {
          const records = texts.map((text) => JSON.parse(text) as unknown);
          const whole = {
            type: 'FeatureCollection',
            before: { features: [1, '[{'] },
            [name]: records,
            after: [{ a: '],' }],
          };
          const text = JSON.stringify(whole, null, space);
          const entries = await entriesOf(text, size);
          expect(entries.map(([, entry]) => JSON.parse(entry) as unknown)).toEqual(JSON.parse(JSON.stringify(records)));
          expect(entries.every(([, entry]) => !/[\r\n]/.test(entry))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('tells the line of each, and goes on after one that is no JSON', async () => {
    const text = '{"type":"FeatureCollection","features":[\n{"a":1},\n{a:"}"},\n\n{"b":\n2} ]}\n';
    expect(await entriesOf(text)).toEqual([[2, '{"a":1}'], [3, '{a:"}"}'], [5, '{"b": 2} ']]); // prettier-ignore
  });

  it('may be bare', async () => {
    expect(await entriesOf('[1, "a,b", {"c":[]}]')).toEqual([[1, '1'], [1, '"a,b"'], [1, '{"c":[]}']]); // prettier-ignore
    expect(await entriesOf('{"elements": [ ]}')).toEqual([]);
  });

  it('hands a record that is too long on in pieces', async () => {
    const entries = await entriesOf('[{"a":"0123456789"},{}]', 5, 8);
    expect(entries.map(([, text]) => text).join('')).toBe('{"a":"0123456789"}{}');
    expect(entries.length).toBeGreaterThan(2);
  });

  it('has to end', async () => {
    await expect(entriesOf('{"features":[{"a":1},{"b"')).rejects.toThrow('it ends in the middle of its list');
  });

  it.each([
    ['{"type":"FeatureCollection",\n"features": [', true],
    ['\uFEFF{"version":0.6,"osm3s":{"a":["elements"]},"elements":[', true],
    ['[', true],
    ['{"type":"Feature","properties":{"features":[1]}}\n', false],
    ['nonsense', false],
  ])('is known by its beginning: %j', (head, known) => {
    expect(beginsList(Buffer.from(head))).toBe(known);
  });
});
