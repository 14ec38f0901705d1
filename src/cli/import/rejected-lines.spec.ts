import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useTemporaryFolder } from '../../../test/support/use-temporary-folder.js';
import { RejectedLines } from './rejected-lines.js';

describe('the rejected lines of a file', () => {
  const folder = useTemporaryFolder();
  const rejectedPath = join(folder, 'lines.rejected.ndjson');
  const lines: string[] = [];
  const create = (writesFile = true, path = rejectedPath): RejectedLines =>
    new RejectedLines({ name: 'lines', rejectedPath: path }, { log: (text) => void lines.push(text) }, writesFile);
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

  it('are only reported if the file cannot be written', async () => {
    expect(await reportOf(create(true, join(folder, 'none', 'x')), 'a')).toEqual([
      expect.stringMatching(/^Rejected lines cannot be written to a file, .*ENOENT/),
    ]);
  });

  it('are for the owner of the file only', async () => {
    await reportOf(create(), 'a');
    expect(readFileSync(rejectedPath, 'utf8')).toBe('a\n');
    expect(statSync(rejectedPath).mode & 0o777).toBe(0o600);
  });

  it('are withheld if they may hold secrets: only their numbers and reasons are kept', async () => {
    const rejected = create();
    await rejected.add(line('{"id":"m","password":"hunter2"}'), 'is "bad"', { withhold: true });
    await rejected.add({ number: 2, bytes: Buffer.from('secret') }, 'is long', { withhold: true });
    await rejected.add({ number: 3, bytes: Buffer.from('plain') }, 'is bad');
    await rejected.close(true);
    await rejected.replaceFile();
    expect(readFileSync(rejectedPath, 'utf8')).toBe(
      '{"line":1,"reason":"is \\"bad\\""}\n{"line":2,"reason":"is long"}\nplain\n',
    );
    expect(statSync(rejectedPath).mode & 0o777).toBe(0o600);
  });

  it('are for the owner only even if a file of an earlier run was for all', async () => {
    writeFileSync(rejectedPath, 'before', { mode: 0o644 });
    await reportOf(create(), 'a');
    expect(statSync(rejectedPath).mode & 0o777).toBe(0o600);
  });

  it('are kept by number and reason if they are too long', async () => {
    const rejected = create();
    await rejected.add(line('before'), 'is bad');
    await rejected.add({ number: 2, bytes: Buffer.alloc(0) }, 'is longer than 3 bytes');
    await rejected.add(line('after'), 'is bad');
    await rejected.close(true);
    await rejected.replaceFile();
    expect(readFileSync(rejectedPath, 'utf8')).toBe('before\n{"line":2,"reason":"is longer than 3 bytes"}\nafter\n');
  });

  it('are only reported if the disk becomes full, and those of an earlier run stay', async () => {
    writeFileSync(rejectedPath, 'before');
    // The limit of the size of a file fails a write in the same way: after a part of it.
    const script = `
      import module from ${JSON.stringify(join(__dirname, 'rejected-lines.ts'))};
      const source = { name: 'lines', rejectedPath: ${JSON.stringify(rejectedPath)} };
      const rejected = new module.RejectedLines(source, console);
      const add = (number, text) => rejected.add({ number, bytes: Buffer.from(text) }, 'is bad');
      await add(1, 'a');
      await add(2, 'b');
      await add(3, 'c'.repeat(10_000_000));
      await add(4, 'd');
      await rejected.close(true);
      await rejected.replaceFile();`;
    const limited = 'ulimit -f 8192 && exec node --import tsx --input-type=module --eval "$0"';
    const { stdout } = await promisify(execFile)('bash', ['-c', limited, script]);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^Rejected lines cannot be written to a file, .*EFBIG/),
    ]);
    expect(readdirSync(folder)).toEqual(['lines.rejected.ndjson']);
    expect(readFileSync(rejectedPath, 'utf8')).toBe('before');
  });
});
