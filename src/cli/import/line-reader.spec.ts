import { batchLines, type Line, readLines } from './line-reader.js';

async function linesOf(chunks: (string | Buffer)[], maxBytes?: number): Promise<Line[]> {
  async function* stream(): AsyncGenerator<Buffer> {
    for (const chunk of chunks) yield await Promise.resolve(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  }
  const lines: Line[] = [];
  for await (const line of readLines(stream(), maxBytes)) lines.push(line);
  return lines;
}

const textsOf = async (chunks: (string | Buffer)[]): Promise<string[]> =>
  (await linesOf(chunks)).map(({ number, bytes }) => `${number}:${bytes.toString()}`);

describe('readLines', () => {
  it.each<[string, (string | Buffer)[], string[]]>([
    ['nothing', [], []],
    ['a line', ['a\n'], ['1:a']],
    ['a final line without a line feed', ['a\nb'], ['1:a', '2:b']],
    ['no blank lines, which count', ['a\n\n\nb\n'], ['1:a', '4:b']],
    ['no blank lines at the start', ['\n \r\n', '\t', '\n b\n'], ['4: b']],
    ['no blank lines at the end', ['a\n\n', ' '], ['1:a']],
    ['a line over several chunks', ['ab', 'cd', 'e\nf'], ['1:abcde', '2:f']],
    ['a line feed at the start of a chunk', ['a', '\nb\n'], ['1:a', '2:b']],
    ['carriage returns, kept', ['a\r\nb\r\n'], ['1:a\r', '2:b\r']],
    ['a byte order mark', ['\uFEFFa\n\uFEFFb'], ['1:a', '2:\uFEFFb']],
    ['a byte order mark over chunks', [Buffer.from([0xef]), Buffer.from([0xbb, 0xbf, 0x61])], ['1:a']],
    ['a character over chunks', [Buffer.from([0x53, 0xc3]), Buffer.from([0xa3, 0x6f, 0x0a])], ['1:São']],
  ])('reads %s', async (_, chunks, expected) => {
    expect(await textsOf(chunks)).toEqual(expected);
  });

  const tooLong = (number: number): Line => ({ number, bytes: Buffer.alloc(0), fault: 'is longer than 3 bytes' });

  it('drops a line over the limit, and says so', async () => {
    const lines = await linesOf(['ab\ncdef', 'gh', 'i\nj'], 3);
    expect(lines).toEqual([
      { number: 1, bytes: Buffer.from('ab') },
      tooLong(2),
      { number: 3, bytes: Buffer.from('j') },
    ]);
  });

  it('ends at a line that has no end', async () => {
    const chunk = Buffer.alloc(64 * 1024 * 1024, '0');
    await expect(linesOf(Array<Buffer>(17).fill(chunk))).rejects.toThrow('line 1 does not end within 1 GiB');
  });

  it('drops a long line at the end of the file', async () => {
    expect(await linesOf(['abcd', 'ef'], 3)).toEqual([tooLong(1)]);
  });

  it('accepts a line of exactly the limit', async () => {
    expect(await linesOf(['abc\nabcd\n'], 3)).toEqual([{ number: 1, bytes: Buffer.from('abc') }, tooLong(2)]);
  });
});

describe('batchLines', () => {
  it('drops blank lines, but no line that is too long', async () => {
    async function* stream(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from('abcd\n \n\na\n'));
    }
    const batches: (readonly Line[])[] = [];
    for await (const batch of batchLines(readLines(stream(), 3))) batches.push(batch);
    expect(batches.map((batch) => batch.map(({ number }) => number))).toEqual([[1, 4]]);
  });
});
