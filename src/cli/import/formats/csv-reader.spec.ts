import { readCsv } from './csv-reader.js';

const header = 'fsq_place_id,name,fsq_category_ids';

async function* chunksOf(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

async function linesOf(text: string) {
  const lines = [];
  for await (const line of readCsv(chunksOf(text))) lines.push(line);
  return lines;
}

describe('readCsv', () => {
  it.each([
    ['\n', '\r\n'],
    ['\r\n', '\n'],
  ])('reads a header that ends in %j and records that end in %j', async (ofHeader, ofRecords) => {
    const records = ['1,"One",""', '2,"Two"x,', '3,Three,"[a]"', '4,"Fo\nur",'].join(ofRecords);
    const lines = await linesOf(`${header}${ofHeader}${records}${ofRecords}5,Five,`);
    expect(lines.map(({ number, fault }) => [number, fault !== undefined])).toEqual([
      [2, false],
      [3, true],
      [4, false],
      [5, false],
      [7, false],
    ]);
    const values = lines.filter(({ fault }) => fault === undefined).map(({ bytes }) => bytes.toString());
    expect(values.map((text) => Object.values(JSON.parse(text) as object))).toEqual([
      ['1', 'One', ''],
      ['3', 'Three', '[a]'],
      ['4', 'Fo\nur', ''],
      ['5', 'Five', ''],
    ]);
  });
});
