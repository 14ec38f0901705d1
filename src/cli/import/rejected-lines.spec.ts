import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryFolder } from '../../../test/support/use-temporary-folder.js';
import { RejectedLines } from './rejected-lines.js';

describe('the rejected lines of a file', () => {
  const folder = useTemporaryFolder();
  const rejectedPath = join(folder, 'lines.rejected.ndjson');
  const lines: string[] = [];
  const create = (path = rejectedPath, maxReported?: number): RejectedLines =>
    new RejectedLines({ name: 'lines', rejectedPath: path }, (line) => lines.push(line), maxReported);
  const line = (text: string) => ({ number: 1, bytes: Buffer.from(text) });
  const reportOf = async (rejected: RejectedLines, ...texts: string[]): Promise<string[]> => {
    lines.length = 0;
    for (const text of texts) await rejected.add(line(text), 'is bad');
    await rejected.close(true);
    await rejected.replaceFile();
    return lines;
  };

  it('replace the file only at the end, and stay whole with two imports of one file', async () => {
    writeFileSync(rejectedPath, 'before');
    const [one, other] = [create(), create()];
    await one.add(line('a'), 'is bad');
    await other.add(line('x'), 'is bad');
    await one.add(line('b'), 'is bad');
    await one.close(true);
    await other.close(true);
    expect(readFileSync(rejectedPath, 'utf8')).toBe('before');
    await other.replaceFile();
    await one.replaceFile();
    expect(readFileSync(rejectedPath, 'utf8')).toBe('a\nb\n');
    expect(readdirSync(folder)).toEqual(['lines.rejected.ndjson']);
  });

  it.each([
    ['of an earlier run are removed if there are none', true, []],
    ['of an earlier run stay if the file was not read to its end', false, ['lines.rejected.ndjson']],
  ])('%s', async (_, complete, files) => {
    writeFileSync(rejectedPath, 'before');
    const none = create();
    await none.close(complete);
    await none.replaceFile();
    expect(readdirSync(folder)).toEqual(files);
  });

  it('are limited on a terminal, and counted', async () => {
    expect(await reportOf(create(rejectedPath, 1), 'a', 'b', 'c')).toEqual([
      'lines:1: is bad',
      'lines: 2 more lines are rejected',
      expect.stringContaining(rejectedPath),
    ]);
  });

  it('are only reported if the file cannot be written', async () => {
    expect(await reportOf(create(join(folder, 'none', 'x')), 'a')).toEqual([
      'lines:1: is bad',
      expect.stringMatching(/^Rejected lines cannot be written to a file, .*ENOENT/),
    ]);
  });
});
