import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { type Line } from '../line-reader.js';
import { readCsv } from './csv-reader.js';

const header = 'fsq_place_id,name,fsq_category_ids';

async function* chunksOf(content: string | Buffer): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content);
  for (let start = 0; start < bytes.length; start += 65_536) {
    yield await Promise.resolve(bytes.subarray(start, start + 65_536));
  }
}

function read(content: string | Buffer, maxBytes?: number): AsyncGenerator<Line> {
  return readCsv(Buffer.from(content).subarray(0, 65_536), chunksOf(content), maxBytes);
}

async function linesOf(content: string | Buffer): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of read(content)) lines.push(line);
  return lines;
}

/** The lines of a file that ends within quotes. */
async function linesBefore(fault: string, content: string, maxBytes?: number): Promise<Line[]> {
  const lines: Line[] = [];
  const reading = (async () => {
    for await (const line of read(content, maxBytes)) lines.push(line);
  })();
  await expect(reading).rejects.toThrow(fault);
  return lines;
}

const valueOf = ({ bytes }: Line): unknown => JSON.parse(bytes.toString());
const fieldsOf = (line: Line): unknown[] => Object.values(valueOf(line) as object);

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
    expect(lines.filter(({ fault }) => fault === undefined).map(fieldsOf)).toEqual([
      ['1', 'One', ''],
      ['3', 'Three', '[a]'],
      ['4', 'Fo\nur', ''],
      ['5', 'Five', ''],
    ]);
  });

  it('reads a byte order mark, CRLF, and line breaks in quotes', async () => {
    const csv = `\uFEFF${header}\r\n1,"Katz ""the""\r\nDeli",[a]\r\n\r\n2,only two\r\n3,Three,\r\n`;
    expect((await linesOf(csv)).map((line) => [line.number, valueOf(line)])).toEqual([
      [2, { fsq_place_id: '1', name: 'Katz "the"\r\nDeli', fsq_category_ids: '[a]' }],
      [5, ['2', 'only two']],
      [6, { fsq_place_id: '3', name: 'Three', fsq_category_ids: '' }],
    ]);
  });

  it('fails on a quote that is never closed', async () => {
    const endless = `${header}\n1,One,\n2,"Two,\n`;
    expect(await linesBefore('it ends within quotes, which start in line 3', endless)).toEqual([
      expect.objectContaining({ number: 2 }),
      { number: 3, bytes: Buffer.from('2,"Two,'), fault: 'is not CSV: a quote is never closed' },
    ]);
    const inQuotes = `${header}\r\n1,"A\r\nB",\r\n2,"Two,\r\n\r\n`;
    expect((await linesBefore('which start in line 4', inQuotes)).map(({ number }) => number)).toEqual([2, 4]);
    // Records before it are kept if the rest exceeds the limit too.
    const lines = await linesBefore('Max Record Size', `${endless}${'3,Three,\n'.repeat(20)}`, 100);
    expect(lines).toEqual([expect.objectContaining({ number: 2 })]);
  });

  it('fails if the file cannot be read', async () => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from('a,b\n1,2\n'));
      throw new Error('EIO');
    };
    await expect(Readable.from(readCsv(Buffer.from('a,b\n'), broken())).toArray()).rejects.toThrow('EIO');
  });

  it.each<[string, object]>([
    ['  a b ,c  \n1,2\n', { 'a b': '1', c: '2' }],
    ['a,sep=;\n1,2\n', { a: '1', 'sep=;': '2' }],
    ['sep=;\na;b\n1;A\rB\n', { a: '1', b: 'A\rB' }],
    ['name\nA|B;C\n', { name: 'A|B;C' }],
  ])('reads %j', async (csv, value) => {
    expect((await linesOf(csv)).map(valueOf)).toEqual([value]);
  });

  it.each([
    ['CR', '\r', ','],
    ['LF', '\n', ','],
    ['LF', '\n', ';'],
    ['CRLF', '\r\n', '\t'],
    ['CR', '\r', '|'],
  ])('reads lines that end with %s, and the delimiter of the header: %j %j', async (_, end, delimiter) => {
    const csv = [
      ['id', `"${',,,;;;\t\t\t|||'.replaceAll(delimiter, '')}"`, 'x'],
      ['1', `"A${delimiter}""b"""`, ''],
      ['2', '"two', 'lines"', ''],
      ['3', 'C', ''],
    ].map((fields) => fields.join(delimiter).replace(`two${delimiter}`, 'two\n'));
    const lines = await linesOf(csv.join(end));
    expect(lines.map((line) => [line.number, fieldsOf(line)])).toEqual([
      [2, ['1', `A${delimiter}"b"`, '']],
      [3, ['2', 'two\nlines', '']],
      [5, ['3', 'C', '']],
    ]);
  });

  it.each([
    ['sep=;\n', ';'],
    ['SEP=;\r\n', ';'],
    ['\uFEFFsep=,\r\n', ','],
    ['"sep=;"\r\n', ';'],
    ['sep=\t\r', '\t'],
    ['sep=|\n', '|'],
    ['sep=#\n', '#'],
  ])('takes the delimiter from the first line %j', async (first, delimiter) => {
    const end = first.replace(/^[^\r\n]*/, '');
    // The header has more of other delimiters.
    const csv = [
      ['id', '"a,b;c"', 'd,;|e'.replaceAll(delimiter, '')],
      ['1', `"x${delimiter}"`, ''],
    ];
    const lines = await linesOf(`${first}${csv.map((fields) => fields.join(delimiter)).join(end)}${end}`);
    expect(lines.map((line) => [line.number, fieldsOf(line)])).toEqual([[3, ['1', `x${delimiter}`, '']]]);
  });

  it.each(['\n', '\r\n', '\r', '\uFEFF\r\n\r\n', '\nsep=;\n'])(
    'skips blank lines before the header: %j',
    async (before) => {
      const end = before.includes('\r\n') ? '\r\n' : before.slice(-1);
      const lines = await linesOf(`${before}id;name${end}1;A,B${end}`);
      expect(lines.map(valueOf)).toEqual([{ id: '1', name: 'A,B' }]);
    },
  );

  it('reads on behind millions of blank lines', async () => {
    const lines = await linesOf(`id;name\n${'\n'.repeat(4_000_000)}1;A\n`);
    expect(lines.map((line) => [line.number, valueOf(line)])).toEqual([[4_000_002, { id: '1', name: 'A' }]]);
  }, 10_000);

  it('takes sep= for a header if it names no delimiter', async () => {
    expect((await linesOf('sep=,b\n1,2\n')).map(valueOf)).toEqual([{ 'sep=': '1', b: '2' }]);
  });

  it.each([
    ['id,name,id', 'two of its columns have the name "id"'],
    ['id,"größe", größe ', 'two of its columns have the name "größe"'],
    ['sep=;\nid;a;a', 'two of its columns have the name "a"'],
  ])('fails if two columns have the same name: %j', async (names, fault) => {
    expect(await linesBefore(fault, `${names}\n1,2,3\n`)).toEqual([]);
  });

  it('reads columns without a name, and names that differ in case', async () => {
    expect((await linesOf('id,ID,,\n1,2,,\n')).map(valueOf)).toEqual([{ id: '1', ID: '2', '': '' }]);
  });

  it('reads a CR within a field if lines do not end with it', async () => {
    expect((await linesOf(`${header}\n1,A\rB,\n`)).map(fieldsOf)).toEqual([['1', 'A\rB', '']]);
  });

  it('keeps bytes that are not UTF-8 and reads on', async () => {
    const lines = await linesOf(Buffer.from(`${header}\n3,Caf\xe9,\n4,Four,\n`, 'latin1'));
    expect(lines.map(({ number, fault, bytes }) => [number, fault, isUtf8(bytes)])).toEqual([
      [2, undefined, false],
      [3, undefined, true],
    ]);
  });

  it.each([
    ['after a field', '1,"Joe"s bar",'],
    ['after a field, their number even', `1,"Joe's" Diner,`],
    ['within a field', '1,"Joe "Bar" Grill",'],
    ['within a field, with commas', '1,"Joe, "Bar", Grill","[a,b]"'],
    ['within a field, and line breaks', '1,"Joe ""Bar""\nGrill" Diner,'],
    ['in an unquoted field', '1,A"b,'],
    ['doubled in an unquoted field', '1,A""b,'],
    ['after a blank', '1, "Joe" ,'],
  ])('rejects a record with wrong quotes as a whole and reads on: %s', async (_, wrong) => {
    const [zero, faulty, ...valid] = await linesOf(
      `${header}\n0,"Zero",\n${wrong}\n2,"Two ""2""","[a\nb]"\n3,"Three",""\n4,Four,\n`,
    );
    expect(zero?.number).toBe(2);
    const fault = expect.stringMatching(/^is not CSV: .*quote/);
    expect(faulty).toEqual({ number: 3, bytes: Buffer.from(wrong), fault });
    const next = 3 + wrong.split('\n').length;
    expect(valid.map((line) => [line.number, fieldsOf(line)])).toEqual([
      [next, ['2', 'Two "2"', '[a\nb]']],
      [next + 2, ['3', 'Three', '']],
      [next + 3, ['4', 'Four', '']],
    ]);
  });

  it('numbers an unclosed quote by the line where its record starts', async () => {
    expect(await linesBefore('in line 2', `${header}\r\n1,"One,\r\n2,Two,\r\n`)).toEqual([
      { number: 2, bytes: Buffer.from('1,"One,\r\n2,Two,'), fault: expect.stringMatching(/quote/i) },
    ]);
  });

  it('reads a field that holds only quotes', async () => {
    const quotes = '"'.repeat(400_000);
    expect((await linesOf(`${header}\n1,"${quotes}${quotes}",\n`)).map(fieldsOf)).toEqual([['1', quotes, '']]);
    expect((await linesOf(`${header}\n1,"${quotes}"x,\n`))[0]?.fault).toMatch(/quote/);
  });
});
