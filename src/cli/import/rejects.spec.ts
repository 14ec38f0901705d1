import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rejects } from './rejects.js';

describe('the rejected lines of a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rejects-'));
  const rejectedPath = join(folder, 'lines.rejected.ndjson');
  const lines: string[] = [];
  const rejects = (): Rejects => new Rejects({ name: 'lines', rejectedPath }, (line) => lines.push(line));
  const line = (text: string) => ({ number: 1, bytes: Buffer.from(text) });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('are in place only at the end, and whole when two read the file at once', async () => {
    writeFileSync(rejectedPath, 'before');
    const [one, other] = [rejects(), rejects()];
    await one.add(line('a'), 'is bad');
    await other.add(line('x'), 'is bad');
    await one.add(line('b'), 'is bad');
    await one.close(true);
    await other.close(true);
    expect(readFileSync(rejectedPath, 'utf8')).toBe('before');
    await other.putInPlace();
    await one.putInPlace();
    expect(readFileSync(rejectedPath, 'utf8')).toBe('a\nb\n');
    expect(readdirSync(folder)).toEqual(['lines.rejected.ndjson']);
  });

  it.each([
    ['go when there are none any more', true, []],
    ['stay when the file was not read to its end', false, ['lines.rejected.ndjson']],
  ])('%s', async (_, complete, left) => {
    writeFileSync(rejectedPath, 'before');
    const none = rejects();
    await none.close(complete);
    await none.putInPlace();
    expect(readdirSync(folder)).toEqual(left);
  });

  it('are shown at a terminal as far as they can be read, and counted', async () => {
    lines.length = 0;
    const few = new Rejects({ name: 'lines', rejectedPath }, (text) => lines.push(text), 1);
    for (const text of ['a', 'b', 'c']) await few.add(line(text), 'is bad');
    await few.close(true);
    await few.putInPlace();
    expect(lines).toEqual([
      'lines:1: is bad',
      'lines: 2 more lines are rejected',
      expect.stringContaining(rejectedPath),
    ]);
  });

  it('are only shown where they cannot be kept', async () => {
    lines.length = 0;
    const nowhere = new Rejects({ name: 'lines', rejectedPath: join(folder, 'none', 'x') }, (text) => lines.push(text));
    await nowhere.add(line('a'), 'is bad');
    await nowhere.close(true);
    await nowhere.putInPlace();
    expect(lines).toEqual(['lines:1: is bad', expect.stringMatching(/^Rejected lines cannot be kept, .*ENOENT/)]);
  });
});
