import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { startFailure } from '../../observability/start-messages.js';
import { parseSynonyms, SynonymFile } from './synonym-file.js';

const find = (content: string, text: string) => parseSynonyms(content).find(text.split(' '));

describe('synonyms', () => {
  it.each([
    ['drug store, pharmacy', 'Pharmacy', [{ from: 0, end: 1, texts: ['drug store'] }]],
    ['drug store, pharmacy', 'best drug stores', [{ from: 1, end: 3, texts: ['pharmacy'] }]],
    ['posto de gasolina, gas station', 'postos de gasolina', [{ from: 0, end: 3, texts: ['gas station'] }]],
    ['Farmácia, pharmacy', 'farmacias', [{ from: 0, end: 1, texts: ['pharmacy'] }]],
    // Written together or apart.
    ['drug store, pharmacy', 'drugstores', [{ from: 0, end: 1, texts: ['pharmacy', 'drug store'] }]],
    ['tearoom, cafe', 'tea rooms', [{ from: 0, end: 2, texts: ['cafe'] }]],
    ['sta, santa', 'st a', []],
    ['drive-in, cinema', 'drive-in', [{ from: 0, end: 1, texts: ['cinema'] }]],
    ['dmv => motor vehicles', 'dmv', [{ from: 0, end: 1, texts: ['motor vehicles'] }]],
    ['dmv => motor vehicles', 'motor vehicles', []],
    ['st, street\nst, saint', 'st', [{ from: 0, end: 1, texts: ['street', 'saint'] }]],
    ['# st, street\n\r\n', 'st', []],
    ['a\\,b, c', 'c', [{ from: 0, end: 1, texts: ['a b'] }]],
  ])('%j: %s', (content, text, expected) => {
    expect(find(content, text)).toEqual(expected);
  });

  it('are at most 60 words of a search', () => {
    const line = Array.from({ length: 40 }, (_, index) => `x${index}`).join(', ');
    const found = find(line, 'x1 x2 x3').flatMap(({ texts }) => texts);
    expect(found).toHaveLength(60);
  });

  it.each([
    ['pharmacy', 'line 1: at least two texts separated by commas are needed, or texts => texts'],
    ['a, b\na => b => c', 'line 2: a line has at most one =>'],
    ['a, ', 'line 1: "" must have 1 to 6 words'],
    ['a => 1 2 3 4 5 6 7', 'line 1: "1 2 3 4 5 6 7" must have 1 to 6 words'],
  ])('in a wrong line are rejected: %j', (content, message) => {
    expect(() => parseSynonyms(content)).toThrow(message);
  });
});

describe('the file of synonyms', () => {
  const folder = mkdtempSync(join(tmpdir(), 'synonyms-'));
  const path = join(folder, 'synonyms.txt');
  let file: SynonymFile | undefined;

  const write = (content: string, at: number): void => {
    writeFileSync(path, content);
    utimesSync(path, at, at);
  };
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  afterEach(() => {
    jest.restoreAllMocks();
    file?.onModuleDestroy();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is the one of the service without a setting', () => {
    file = new SynonymFile({ SEARCH_SYNONYMS: undefined });
    expect(file.find(['drugstores']).flatMap(({ texts }) => texts)).toContain('farmacia');
  });

  it('is read again when it changes, and a wrong one is not used', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    write('a, b', 1000);
    file = new SynonymFile({ SEARCH_SYNONYMS: path });
    const { version } = file;
    expect(file.find(['a'])).toHaveLength(1);
    // Also if it changes before the first look at it.
    write('wrong', 2000);
    await until(() => logged.mock.calls.length > 0);
    expect(logged.mock.calls).toEqual([[expect.stringContaining('The synonyms that were read before stay in use')]]);
    expect([file.version, file.find(['a']).length]).toEqual([version, 1]);
    write('c, d', 3000);
    await until(() => file?.version !== version);
    expect([file.find(['a']).length, file.find(['c']).length]).toEqual([0, 1]);
  }, 60_000);

  it('stops the start with its name if it is wrong', () => {
    write('wrong', 4000);
    let failure = '';
    try {
      file = new SynonymFile({ SEARCH_SYNONYMS: path });
    } catch (error) {
      failure = startFailure(error);
    }
    expect(failure).toBe(
      `The synonyms (SEARCH_SYNONYMS) cannot be read from ${path}: line 1: at least two texts separated by commas are needed, or texts => texts`,
    );
  });
});
