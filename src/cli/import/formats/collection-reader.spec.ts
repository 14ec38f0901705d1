import { Readable } from 'node:stream';
import fc from 'fast-check';
import { startsCollection, readCollection } from './collection-reader.js';

async function recordsOf(text: string, size = 7, maxBytes?: number): Promise<[number, string][]> {
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
  const chunks = Readable.from(starts.map((start) => Buffer.from(bytes.subarray(start, start + size))));
  const records: [number, string][] = [];
  for await (const { number, bytes } of readCollection(chunks, maxBytes)) records.push([number, bytes.toString()]);
  return records;
}

describe('readCollection', () => {
  it('yields the records that JSON.parse finds, wherever chunks end', async () => {
    const member = fc.constantFrom('features', 'elements');
    const space = fc.constantFrom(undefined, 2, '\r\n');
    const arbitraries = [member, fc.array(fc.jsonValue()), space, fc.integer({ min: 1, max: 40 })] as const;
    await fc.assert(
      fc.asyncProperty(...arbitraries, async (name, records, space, size) => {
        const before = { features: [1, '[{'] };
        const text = JSON.stringify(
          { type: 'FeatureCollection', before, [name]: records, after: [{ a: '],' }] },
          null,
          space,
        );
        const read = await recordsOf(text, size);
        expect(read.map(([, record]) => JSON.parse(record) as unknown)).toEqual(JSON.parse(JSON.stringify(records)));
        expect(read.every(([, entry]) => !/[\r\n]/.test(entry))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('numbers records by line and continues after an invalid record', async () => {
    const text = '{"type":"FeatureCollection","features":[\n{"a":1},\n{a:"}"},\n\n{"b":\n2} ]}\n';
    expect(await recordsOf(text)).toEqual([[2, '{"a":1}'], [3, '{a:"}"}'], [5, '{"b": 2} ']]); // prettier-ignore
  });

  it('reads a bare list', async () => {
    expect(await recordsOf('[1, "a,b", {"c":[]}]')).toEqual([[1, '1'], [1, '"a,b"'], [1, '{"c":[]}']]); // prettier-ignore
    expect(await recordsOf('{"elements": [ ]}')).toEqual([]);
  });

  it('yields a record over the limit in pieces', async () => {
    const records = await recordsOf('[{"a":"0123456789"},{}]', 5, 8);
    expect(records.map(([, text]) => text).join('')).toBe('{"a":"0123456789"}{}');
    expect(records.length).toBeGreaterThan(2);
  });

  it('fails if the list does not end', async () => {
    await expect(recordsOf('{"features":[{"a":1},{"b"')).rejects.toThrow('the list of records does not end');
  });

  it.each([
    ['{"type":"FeatureCollection",\n"features": [', true],
    ['\uFEFF{"version":0.6,"osm3s":{"a":["elements"]},"elements":[', true],
    ['[', true],
    ['{"type":"Feature","properties":{"features":[1]}}\n', false],
    ['nonsense', false],
  ])('detects a collection by its start: %j', (head, expected) => {
    expect(startsCollection(Buffer.from(head))).toBe(expected);
  });
});
