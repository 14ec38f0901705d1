import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openSource } from './source.js';

const folder = mkdtempSync(join(tmpdir(), 'source-'));
const never = new AbortController().signal;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function fileOf(content: string | Buffer, name = 'lines.ndjson'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function textOf(path: string, input: Readable = Readable.from([])): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of openSource(path, input).read(never)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('openSource', () => {
  it('reads a file and counts its bytes', async () => {
    const source = openSource(fileOf('São\n'), Readable.from([]));
    expect(source.size).toBe(5);
    for await (const chunk of source.read(never)) expect(chunk.toString()).toBe('São\n');
    expect(source.bytesRead).toBe(5);
  });

  it.each([
    ['an empty file', ''],
    ['a file of one byte', 'a'],
  ])('reads %s', async (_, content) => {
    expect(await textOf(fileOf(content))).toBe(content);
  });

  it('unpacks gzip whatever the file is called, and several parts of it', async () => {
    const parts = [gzipSync('one\n'), gzipSync('two\n')];
    expect(await textOf(fileOf(Buffer.concat(parts), 'plain.txt'))).toBe('one\ntwo\n');
  });

  it('unpacks gzip from standard input, byte by byte', async () => {
    const bytes = [...gzipSync('lines\n')].map((byte) => Buffer.from([byte]));
    expect(await textOf('-', Readable.from(bytes))).toBe('lines\n');
  });

  it('does not take a plain file for gzip because of its name', async () => {
    expect(await textOf(fileOf('plain\n', 'plain.ndjson.gz'))).toBe('plain\n');
  });

  it('fails when gzip breaks off', async () => {
    const whole = gzipSync('x'.repeat(1000));
    await expect(textOf(fileOf(whole.subarray(0, -5)))).rejects.toThrow('unexpected end of file');
  });

  it('fails when gzip is damaged', async () => {
    const whole = gzipSync('some lines that are damaged on their way');
    whole.fill(0xff, 12, 20);
    await expect(textOf(fileOf(whole))).rejects.toThrow();
  });

  it('fails for what is not there, and for a folder', () => {
    expect(() => openSource(join(folder, 'nothing'), Readable.from([]))).toThrow('ENOENT');
    expect(() => openSource(folder, Readable.from([]))).toThrow('it is a folder');
  });

  it('stops waiting for input when it is interrupted', async () => {
    const controller = new AbortController();
    const waiting = openSource('-', new Readable({ read: () => undefined })).read(controller.signal);
    const next = waiting[Symbol.asyncIterator]().next();
    controller.abort();
    await expect(next).rejects.toThrow('abort');
  });
});
