import { Readable } from 'node:stream';
import fc from 'fast-check';
import {
  describeMissingPages,
  readCollection,
  readObjects,
  startsCollection,
  startsLongObject,
} from './collection-reader.js';

function chunksOf(text: string, size: number): Readable {
  const bytes = Buffer.from(text);
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
  return Readable.from(starts.map((start) => Buffer.from(bytes.subarray(start, start + size))));
}

async function recordsOf(text: string, size = 7, maxBytes?: number): Promise<[number, string][]> {
  const records: [number, string][] = [];
  for await (const { number, bytes } of readCollection(chunksOf(text, size), maxBytes)) {
    records.push([number, bytes.toString()]);
  }
  return records;
}

/** The number of records that are read before the fault. */
async function readBefore(fault: string, text: string): Promise<number> {
  let records = 0;
  const reading = (async () => {
    for await (const _ of readCollection(chunksOf(text, 7))) records += 1;
  })();
  await expect(reading).rejects.toThrow(fault);
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

  it.each([1, 2, 3, 1000])(
    'takes no brackets, commas and quotes in texts for those of JSON, in chunks of %d',
    async (size) => {
      const texts = ['],', '}', '[{', '\\', '\\"', '"', ':', '\u0008'];
      const records = [...texts.map((text) => ({ [text]: text })), [texts, [[]]], 5, true, null, ''];
      const other = [{ features: [1], texts }];
      const text = JSON.stringify({
        '"features"': '"elements":[',
        a: other,
        b: texts,
        features: records,
        c: other,
        d: texts,
      });
      expect((await recordsOf(text, size)).map(([, record]) => JSON.parse(record) as unknown)).toEqual(records);
    },
  );

  it('yields no spaces around records, and spaces instead of line breaks within', async () => {
    const text = '{"features" : [ {"a":\n\t1 } ,\r\n 5\n,\n\n"b c" ]\n}\n ';
    expect(await recordsOf(text, 1)).toEqual([[1, '{"a":  1 } '], [3, '5 '], [6, '"b c" ']]); // prettier-ignore
  });

  it('numbers records by line and continues after an invalid record', async () => {
    const text = '{"type":"FeatureCollection","features":[\n{"a":1},\n{a:"}"},\n\n{"b":\n2} ]}\n';
    expect(await recordsOf(text)).toEqual([[2, '{"a":1}'], [3, '{a:"}"}'], [5, '{"b": 2} ']]); // prettier-ignore
  });

  it('reads a bare list', async () => {
    expect(await recordsOf('[1, "a,b", {"c":[]}]')).toEqual([[1, '1'], [1, '"a,b"'], [1, '{"c":[]}']]); // prettier-ignore
    expect(await recordsOf('{"elements": [ ]}')).toEqual([]);
  });

  it('drops a record over the limit, and says so', async () => {
    const lines = [];
    for await (const line of readCollection(chunksOf('[{"a":"0123456789"},\n{}]', 5), 8)) lines.push(line);
    expect(lines).toEqual([
      { number: 1, feature: 1, bytes: Buffer.alloc(0), fault: 'is longer than 8 bytes' },
      { number: 2, feature: 2, bytes: Buffer.from('{}') },
    ]);
  });

  it('tells pages apart that differ only in a record over the limit', async () => {
    const digestOf = async (text: string): Promise<string> => {
      const records = readCollection(chunksOf(text, 5), 8);
      for (;;) {
        const { done, value } = await records.next();
        if (done) return value.digest;
      }
    };
    expect(await digestOf('[{"a":"0123456789"}]')).toBe(await digestOf('[{"a":"0123456789"}]'));
    expect(await digestOf('[{"a":"0123456789"}]')).not.toBe(await digestOf('[{"a":"0123456780"}]'));
  });

  it.each([
    ['{"features":[{"a":1},{"b"', 'the list of records does not end', 1],
    ['{"features":[{"a":1},{"b":2}', 'the list of records does not end', 1],
    ['{"features":[{"a":1}}', 'the list of records does not end', 0],
    ['{"features":[{"a":1}]', 'the collection does not end', 1],
    ['{"features":[{"a":1}],"x":[{"y":"}"', 'the collection does not end', 1],
    ['{"features":[{"a":1}]}{"features":[]}', 'text follows the collection', 1],
    ['[{"a":1}', 'the list of records does not end', 0],
    ['{"elements":[{"a":1}],"elements":[{"b":2}]}', 'it has two lists of records', 1],
    ['{"features":[{"a":1}],"elements":[]}', 'it has two lists of records', 1],
  ])('fails if the collection does not end: %j', async (text, fault, records) => {
    expect(await readBefore(fault, text)).toBe(records);
  });

  const remark = '"remark": "runtime error: Query timed out in \\"query\\" at line 3 after 26 s – sorry."';
  it.each([
    ['behind the records', `{"elements":[{"a":1}],${remark}}`, 1],
    ['before the records', `{${remark}, "elements":[{"a":1},{}]}`, 2],
    ['behind no records', `{"version":0.6,"elements":[],"x":null,${remark}}`, 0],
    ['between other members', `{"a":"remark","b":1,${remark},"elements":[{"remark":"fine"}],"c":"remark"}`, 1],
  ])('fails if a remark says that the collection is incomplete: %s', async (_, text, records) => {
    expect(await readBefore('it says: runtime error: Query timed out in', text)).toBe(records);
  });

  it('quotes the remark as text', async () => {
    const fault = 'it says: runtime error: Query timed out in "query" at line 3 after 26 s – sorry';
    expect(await readBefore(fault, `{"elements":[],${remark}}`)).toBe(0);
  });

  it('quotes no more than the beginning of a long remark, without the dot at its end', async () => {
    const long = 'a.bc'.repeat(200);
    await expect(recordsOf(JSON.stringify({ remark: long, features: [] }))).rejects.toThrow(
      new Error(`it says: ${long.slice(0, 500)}`),
    );
    await expect(recordsOf('{"remark":" a.b. ","remark":"","features":[]}')).rejects.toThrow('it says:  a.b. ');
    await expect(recordsOf('{"remark":"","remark":"a.b.","features":[]}')).rejects.toThrow(new Error('it says: a.b'));
  });

  it.each([
    ['{"crs":{"type":"name","properties":{"name":"EPSG:3857"}},"features":[{}]}', 0],
    ['{"features":[{}],"crs":{"type":"name","properties":{"name":"EPSG:3857"}}}', 1],
  ])('fails if its coordinates are of another system: %s', async (text, records) => {
    expect(await readBefore('its coordinates are of the reference system EPSG:3857', text)).toBe(records);
  });

  it('takes the name of another member for no fact', async () => {
    const crs = { type: 'name', properties: { name: 'EPSG:3857' } };
    const long = 'x'.repeat(600);
    expect(await recordsOf(JSON.stringify({ crss: crs, x: { crs }, [long]: crs, features: [1] }))).toHaveLength(1);
  });

  it.each([
    ['"numberMatched":"1x","numberReturned":"x1"', { hasMore: false }],
    ['"numberMatched":1.5,"numberMatched": 15 ,"numberReturned":-1', { matched: 15, hasMore: false }],
    ['"numberMatched":1234567890123456', { hasMore: false }],
    ['"exceededTransferLimit":"true"', { hasMore: true }],
    ['"exceededTransferLimit":1,"properties":5', { hasMore: false }],
    ['"properties":{"exceededTransferLimit":"no"},"properties":{"exceededTransferLimit":"true"}', { hasMore: true }],
    ['"next":"","next":5', { hasMore: false }],
    ['"links":{"rel":"NEXT"}', { hasMore: true }],
    ['"links":[null,"next",{"rel":null}]', { hasMore: false }],
    [`"next":"${'x'.repeat(70_000)}"`, { hasMore: true }],
    ['"numberMatched":10,"numberReturned":1', { matched: 10, returned: 1, hasMore: false }],
    ['"numberMatched":"unknown","totalFeatures":"7"', { matched: 7, hasMore: false }],
    ['"links":[{"rel":"self"},{"href":"x?a={,}","rel":"next"}]', { hasMore: true }],
    ['"links":[{"rel":"self"}],"next":null', { hasMore: false }],
    ['"properties":{"a":[1],"exceededTransferLimit":true}', { hasMore: true }],
    ['"exceededTransferLimit" : true', { hasMore: true }],
    ['"exceededTransferLimit":false,"properties":null', { hasMore: false }],
    ['"next":"https://example.com/?page=2"', { hasMore: true }],
    ['"x":{"numberMatched":10,"links":[{"rel":"next"}]}', { hasMore: false }],
  ])('says what %s means, before and behind the records', async (members, page) => {
    const records = '"features":[{"numberMatched":3},{"links":[{"rel":"next"}]}]';
    for (const text of [`{${members},${records}}`, `{"type":"FeatureCollection",${records}, ${members} }`]) {
      const reading = readCollection(chunksOf(text, 7));
      let next = await reading.next();
      while (next.done !== true) next = await reading.next();
      expect(next.value).toMatchObject({ matched: undefined, returned: undefined, read: 2, ...page });
    }
  });

  const part = (text: string): unknown => expect.stringContaining(text);
  it.each([
    ['one page that says it is whole', [{ matched: 2, read: 2 }], undefined],
    ['one page of more', [{ matched: 10, read: 1 }], part('p1 has 1 of the 10 records of a web service')],
    [
      'all pages',
      [
        { matched: 3, hasMore: true },
        { matched: 3, read: 1 },
      ],
      undefined,
    ],
    [
      'all pages, each with a link to the next',
      [
        { matched: 2, read: 1, hasMore: true },
        { matched: 2, read: 1, hasMore: true },
      ],
      undefined,
    ],
    [
      'one page twice',
      [
        { matched: 4, digest: 'a' },
        { matched: 4, digest: 'a' },
      ],
      part('p1, p2 have 2 of the 4 records of'),
    ],
    [
      'pages of two layers',
      [{ matched: 3 }, { matched: 3, read: 1 }, { matched: 4 }],
      part('p3 has 2 of the 4 records of'),
    ],
    ['no count, and more', [{ hasMore: true }, {}], part('p1 is a page of a web service, and more pages follow')],
    ['fewer records than it claims', [{ returned: 3 }], part('p1 has 2 of the 3 records that it claims')],
    ['more records than it claims', [{ returned: 1, matched: 1 }], undefined],
    ['no facts', [{}, {}], undefined],
    ['as many records as it claims', [{ returned: 2, matched: 2, hasMore: true }], undefined],
    ['more records than match, and more pages', [{ matched: 1, hasMore: true }], part('p1 has 2 of the 1 record of')],
    [
      'many pages',
      Array.from({ length: 5 }, () => ({ matched: 5000, read: 500 })),
      'p1, p2, p3, and 2 more have 2,500 of the 5,000 records of a web service',
    ],
  ])('judges pages by their sum: %s', (_, pages, missing) => {
    const named = pages.map((page, at) => ({
      ...{ name: `p${at + 1}`, read: 2, returned: undefined, matched: undefined, hasMore: false, digest: String(at) },
      ...page,
    }));
    expect(describeMissingPages(named)).toEqual(missing);
  });

  it.each([
    '{"elements":[{"remark":"in a record"}]}',
    '{"elements":[{}],"remark":null,"text":"x"}',
    '{"elements":[{}],"remark":"","text":"remark"}',
    '{"osm3s":{"remark":"nested"},"elements":[{}]}',
    '[{"remark":"x"}]',
  ])('reads a collection that has the word remark elsewhere: %s', async (text) => {
    expect(await recordsOf(text)).toHaveLength(1);
  });

  it.each([
    [
      '{\n  "id": 1,\n "a": "}{"\n}\n{\n"id": 2}\n',
      true,
      [
        [1, '{   "id": 1,  "a": "}{" }'],
        [5, '{ "id": 2}'],
      ],
    ],
    ['\uFEFF{"id": 1,\n"x": []}\n', true, [[1, '{"id": 1, "x": []}']]],
    [
      '\x1e{\n"id": 1\n}\n\x1e{"id": 2}',
      true,
      [
        [1, '{ "id": 1 }'],
        [4, '{"id": 2}'],
      ],
    ],
    [
      '{"id": 1}\n{"id": 2}\n',
      false,
      [
        [1, '{"id": 1}'],
        [2, '{"id": 2}'],
      ],
    ],
  ])('reads objects in several lines: %j', async (text, isLong, expected) => {
    expect(startsLongObject(Buffer.from(text))).toBe(isLong);
    for (const size of [1, 7, 1000]) {
      const records: unknown[] = [];
      for await (const { number, bytes } of readObjects(chunksOf(text, size))) records.push([number, bytes.toString()]);
      expect(records).toEqual(expected);
    }
  });

  it('takes a line that is cut off for a line', () => {
    expect(startsLongObject(Buffer.from('{"id": 1, "a"\n{"id": 2}\n'))).toBe(false);
    for (const head of ['{"id": 1,', '[{"a":\n"b"', 'x{\n"a"', '{\n x', '5\n"a"', '{"a": 1}\n"b"'])
      expect([head, startsLongObject(Buffer.from(head))]).toEqual([head, false]);
    for (const head of ['\uFEFF \x1e{"a":\n\n"b"', '{\n}', '{"a": [\n]'])
      expect([head, startsLongObject(Buffer.from(head))]).toEqual([head, true]);
  });

  it('fails if the last of several objects does not end', async () => {
    const reading = (async () => {
      for await (const _ of readObjects(chunksOf('{"a":\n1}\n{"b":\n', 5)));
    })();
    await expect(reading).rejects.toThrow('the last record does not end');
  });

  it.each([
    ['{"type":"FeatureCollection",\n"features": [', true],
    ['\uFEFF{"version":0.6,"osm3s":{"a":["elements"]},"elements":[', true],
    ['{"type":"FeatureCollection","id":"1","name":"Cafés","features":[{', true],
    ['{"name":"Cafés","features": [ ]}', true],
    ['[', true],
    ['{"id":"1","name":"A","features":["wifi"]}\n', false],
    ['{"type":"Feature","properties":{"features":[1]}}\n', false],
    ['nonsense', false],
    ['{"features":["wifi"]', false],
    ['{"features":[ 1', false],
    ['{"elements":[ \n\t', true],
    ['{"id":1,"features":[{', true],
    ['{"name":"A","features":[{', true],
    ['{"id":1,"name":"A","features":[{', false],
    ['{"id":1,"name":"A","type":"FeatureCollection","features":[{', true],
    ['{"id":"name,","type":1,"features":[{', true],
    ['{"a":1}\n{"features":[{', false],
    ['{"a":{"features":[{', false],
    ['{"a":"features","b":[{', false],
  ])('detects a collection by its start: %j', (head, expected) => {
    expect(startsCollection(Buffer.from(head))).toBe(expected);
  });
});
