import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { useTemporaryFolder } from '../../../test/support/use-temporary-folder.js';
import { type InputFile, openHead, openInputFile, readFirstBytes } from './input-file.js';

const folder = useTemporaryFolder();

const never = new AbortController().signal;

function fileOf(content: string | Buffer, name = 'lines.ndjson'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function bytesOf(file: InputFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.read(never)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const textOf = async (path: string, input: Readable = Readable.from([])): Promise<string> =>
  (await bytesOf(openInputFile(path, input))).toString();
describe('openInputFile', () => {
  it('reads a file and counts its bytes', async () => {
    const file = openInputFile(fileOf('São\n'), Readable.from([]));
    expect(file.size).toBe(5);
    expect(await bytesOf(file)).toEqual(Buffer.from('São\n'));
    expect(file.bytesRead).toBe(5);
  });

  const gzipped = gzipSync('one\n');
  it.each([
    ['an empty file', '', ''],
    ['a file of one byte', 'a', 'a'],
    ['gzip with any file name', gzipped, 'one\n'],
    ['several gzip members', Buffer.concat([gzipped, gzipSync('two\n')]), 'one\ntwo\n'],
    ['gzip with zero bytes as padding', Buffer.concat([gzipped, Buffer.alloc(100_000)]), 'one\n'],
    ['gzip of no bytes', gzipSync(''), ''],
  ])('reads %s', async (_, content, text) => {
    expect(await textOf(fileOf(content))).toBe(text);
  });

  it('reads a plain file that is named .gz', async () => {
    expect(await textOf(fileOf('plain\n', 'plain.ndjson.gz'))).toBe('plain\n');
  });

  it('decompresses gzip from standard input, byte by byte', async () => {
    const bytes = [...gzipped].map((byte) => Buffer.from([byte]));
    expect(await textOf('-', Readable.from(bytes))).toBe('one\n');
  });

  it.each([
    ['truncated', gzipped.subarray(0, -6), 'unexpected end of file'],
    ['truncated by a zero', gzipped.subarray(0, -1), 'unexpected end of file'],
    ['with bytes behind it', Buffer.concat([gzipped, Buffer.from('junk')]), 'incorrect header check'],
    [
      'with a member behind zero bytes',
      Buffer.concat([gzipped, Buffer.alloc(9), gzipped]),
      'bytes follow the zero bytes',
    ],
    ['with bytes far behind it', Buffer.concat([gzipped, Buffer.alloc(300_000), Buffer.from('junk')]), 'bytes follow'],
    ['with a truncated member behind it', Buffer.concat([gzipped, gzipped.subarray(0, -1)]), 'unexpected end of file'],
  ])('fails if gzip is %s', async (_, content, message) => {
    await expect(textOf(fileOf(content))).rejects.toThrow(message);
  });

  const text = '{"id":"a","name":"A"}\n';
  it.each([
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['UTF-16', gzipSync(Buffer.from(text, 'utf16le'))],
    ['UTF-16', Buffer.from(text, 'utf16le').swap16()],
    ['a ZIP archive', Buffer.from('PK\x03\x04rest')],
    ['compressed with bzip2', Buffer.from('BZh91AY')],
    ['compressed with zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1])],
    ['PBF of OpenStreetMap', Buffer.from('\0\0\0\x0d\n\tOSMHeader\x18\x7a\x10', 'latin1')],
    ['a workbook of Excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['XML', '<?xml version="1.0"?><osm/>'],
    ['a page of HTML', '<!doctype html><title>504 Gateway Timeout</title>'],
  ])('names what it cannot read: %s', async (what, content) => {
    const file = openInputFile(fileOf(content), Readable.from([]));
    await expect(openHead(file, never)).rejects.toThrow(`it is ${what}`);
  });

  it('does not wait for the rest of a stream whose format it cannot read', async () => {
    const input = new Readable({ read: () => undefined });
    input.push(gzipSync('<!doctype html>'.repeat(10)));
    const reading = openHead(openInputFile('-', input), never);
    await expect(reading).rejects.toThrow('it is a page of HTML');
  });

  it('stops waiting for input on abort', async () => {
    const controller = new AbortController();
    const waiting = openInputFile('-', new Readable({ read: () => undefined })).read(controller.signal);
    const next = waiting[Symbol.asyncIterator]().next();
    controller.abort();
    await expect(next).rejects.toThrow('abort');
  });
});
describe('readFirstBytes', () => {
  it('closes the stream of a reader that stops at the first bytes', async () => {
    let isClosed = false;
    const chunks = (async function* () {
      try {
        for (;;) yield Promise.resolve(Buffer.from('abc'));
      } finally {
        isClosed = true;
      }
    })();
    const { head, stream } = await readFirstBytes(chunks, 2);
    expect([head.toString(), (await stream.next()).value]).toEqual(['abc', Buffer.from('abc')]);
    await stream.return(undefined);
    expect(isClosed).toBe(true);
  });
});
