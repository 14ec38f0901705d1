import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { useTemporaryFolder } from '../../../test/support/use-temporary-folder.js';
import { openInputFile } from './input-file.js';

const folder = useTemporaryFolder();
const never = new AbortController().signal;

function fileOf(content: string | Buffer, name = 'lines.ndjson'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function textOf(path: string, input: Readable = Readable.from([])): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of openInputFile(path, input).read(never)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('openInputFile', () => {
  it('reads a file and counts its bytes', async () => {
    const file = openInputFile(fileOf('São\n'), Readable.from([]));
    expect(file.size).toBe(5);
    for await (const chunk of file.read(never)) expect(chunk.toString()).toBe('São\n');
    expect(file.bytesRead).toBe(5);
  });

  it.each([
    ['an empty file', ''],
    ['a file of one byte', 'a'],
  ])('reads %s', async (_, content) => {
    expect(await textOf(fileOf(content))).toBe(content);
  });

  it('decompresses gzip with any file name, and several gzip members', async () => {
    const parts = [gzipSync('one\n'), gzipSync('two\n')];
    expect(await textOf(fileOf(Buffer.concat(parts), 'plain.txt'))).toBe('one\ntwo\n');
  });

  it('decompresses gzip from standard input, byte by byte', async () => {
    const bytes = [...gzipSync('lines\n')].map((byte) => Buffer.from([byte]));
    expect(await textOf('-', Readable.from(bytes))).toBe('lines\n');
  });

  it('reads a plain file that is named .gz', async () => {
    expect(await textOf(fileOf('plain\n', 'plain.ndjson.gz'))).toBe('plain\n');
  });

  it('fails if gzip is truncated', async () => {
    const whole = gzipSync('x'.repeat(1000));
    await expect(textOf(fileOf(whole.subarray(0, -5)))).rejects.toThrow('unexpected end of file');
  });

  it('fails if gzip is damaged', async () => {
    const whole = gzipSync('some lines that are damaged on their way');
    whole.fill(0xff, 12, 20);
    await expect(textOf(fileOf(whole))).rejects.toThrow();
  });

  it('fails for a missing file and for a folder', () => {
    expect(() => openInputFile(join(folder, 'nothing'), Readable.from([]))).toThrow('ENOENT');
    expect(() => openInputFile(folder, Readable.from([]))).toThrow('it is a folder');
  });

  it('stops waiting for input on abort', async () => {
    const controller = new AbortController();
    const waiting = openInputFile('-', new Readable({ read: () => undefined })).read(controller.signal);
    const next = waiting[Symbol.asyncIterator]().next();
    controller.abort();
    await expect(next).rejects.toThrow('abort');
  });
});
