import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { useTemporaryFolder } from '../../test/support/use-temporary-folder.js';
import { readClientSecret, readPassword } from '../cli/commands/accounts.js';
import { readColumns } from '../cli/import/formats/table-columns.js';
import { readCategoryMap } from '../cli/import/formats/open-data-places.js';
import { Terminal } from '../cli/terminal.js';
import { readSynonyms } from '../places/synonyms/synonym-file.js';
import { readSmallFile, readSmallStream } from './small-file.js';

describe('a small file', () => {
  const folder = useTemporaryFolder();
  const path = join(folder, 'file');

  it('is read up to its limit', async () => {
    writeFileSync(path, 'ação');
    expect(readSmallFile(path, 6).toString()).toBe('ação');
    expect(() => readSmallFile(path, 5)).toThrow('it has more than 5 bytes');
    expect((await readSmallStream(Readable.from(['aç', 'ão']), 6)).toString()).toBe('ação');
    await expect(readSmallStream(Readable.from(['aç', 'ão']), 5)).rejects.toThrow('it has more than 5 bytes');
  });

  it.each([
    ['--map', readCategoryMap],
    ['--columns', readColumns],
  ])('without an end is an error: %s', (_, read) => {
    expect(() => read('/dev/zero')).toThrow('it has more than 16,777,216 bytes');
  });

  it('is the only file of synonyms', () => {
    writeFileSync(path, Buffer.alloc(16 * 1024 * 1024 + 1));
    expect(() => readSynonyms(path)).toThrow('it has more than 16,777,216 bytes');
  });

  it.each([
    ['password', readPassword],
    ['secret', readClientSecret],
  ] as const)('without an end is an error: a %s of standard input', async (name, read) => {
    const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) });
    const terminal = new Terminal(endless, new PassThrough(), new PassThrough());
    await expect(read(terminal, 'ana')).rejects.toThrow(`The ${name} cannot be read: it has more than 65,536 bytes.`);
  });
});
