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

  const gzipped = gzipSync('one\n');
  it.each([
    ['an empty file', '', ''],
    ['a file of one byte', 'a', 'a'],
    ['gzip with any file name', gzipped, 'one\n'],
    ['several gzip members', Buffer.concat([gzipped, gzipSync('two\n')]), 'one\ntwo\n'],
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
    ['truncated', gzipped.subarray(0, -5), 'unexpected end of file'],
    ['damaged', Buffer.from(gzipped).fill(0xff, 12, 16), ''],
  ])('fails if gzip is %s', async (_, content, message) => {
    await expect(textOf(fileOf(content))).rejects.toThrow(message);
  });

  it('stops waiting for input on abort', async () => {
    const controller = new AbortController();
    const waiting = openInputFile('-', new Readable({ read: () => undefined })).read(controller.signal);
    const next = waiting[Symbol.asyncIterator]().next();
    controller.abort();
    await expect(next).rejects.toThrow('abort');
  });
});
