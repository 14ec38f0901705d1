import { chmod, lstat, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { type Command } from 'commander';
import { recordKindNames } from '../../src/cli/import/record-kinds.js';
import { createProgram } from '../../src/cli/program.js';
import { Terminal } from '../../src/cli/terminal.js';
import { CommandLine } from '../support/command-line.js';
import { waitUntil } from '../support/retry.js';

const created = 1679399729700;

describe('export', () => {
  let from: CommandLine;
  let to: CommandLine;

  beforeAll(async () => {
    [from, to] = [await CommandLine.start(), await CommandLine.start()];
    const folder = join(__dirname, '../../src/cli/seed/data');
    for (const kind of recordKindNames) await from.run(['import', kind, join(folder, `${kind}.ndjson`)]);
    // Decimals with trailing zeros, characters of every length, absent fields, and identifiers that UTF-16 orders differently.
    await from.import('places', [
      { id: '\uFFFD', name: 'Ünï "quoted" \\ \u2028 日本 😀', location: { lat: '-0.50', lng: '10' } },
      { id: '😀', name: 'Only a name', statistics: { rating: '4.0', pageviews: '9223372036854775807' } },
    ]);
    await from.import('users', [{ id: '😀', name: 'Nobody in particular', birth: '29-02-0004' }]);
    await from.import('reviews', [{ id: '😀', user: '😀', place: '\uFFFD', text: 'a\n\tb', rating: '0.10', created }]);
    await from.import('checkins', [{ id: '😀', user: '😀', place: '\uFFFD', source: 'web', created }]);
    // Without text and rating, it has no member that a check-in lacks.
    await from.query(
      "INSERT INTO reviews (id, user_id, place_id, source, created) VALUES ('silent', '😀', '\uFFFD', 'web', now())",
    );
    // More than two batches, with keys of two columns.
    await from.query("INSERT INTO users (id, name) SELECT 'u' || n, 'User ' || n FROM generate_series(1, 2100) n");
    await from.query(
      "INSERT INTO follows SELECT 'u' || n % 3, 'u' || n, now() - n * interval '1 ms' FROM generate_series(4, 2100) n WHERE n % 3 > 0",
    );
  }, 60_000);

  afterAll(async () => {
    await Promise.all([from.stop(), to.stop()]);
  });

  const exportTo = (cli: CommandLine, name: string, ...args: string[]) =>
    cli.run(['export', ...args, '--output', join(cli.folder, name)]);

  it('writes lines that give the same bytes after import and another export', async () => {
    for (const kind of recordKindNames) {
      const { status, messages } = await exportTo(from, `${kind}.gz`, kind, '--with-password-hashes');
      expect([status, messages]).toEqual([0, expect.stringMatching(new RegExp(`^${kind}: [\\d,]+ lines\n$`))]);
      const imported = await to.run(['import', kind, join(from.folder, `${kind}.gz`)]);
      expect([imported.status, imported.messages]).toEqual([0, '']);
      await exportTo(to, kind, kind, '--with-password-hashes');
      const lines = gunzipSync(await readFile(join(from.folder, `${kind}.gz`)));
      expect(lines.equals(await readFile(join(to.folder, kind)))).toBe(true);
      const [{ count } = { count: 0 }] = await from.query<{ count: number }>(`SELECT count(*)::integer FROM ${kind}`);
      expect(lines.toString().trimEnd().split('\n')).toHaveLength(count);
    }
    for (const table of ['subcategories', 'place_categories', 'users', 'places']) {
      // Not which import wrote them.
      const rows = (cli: CommandLine) =>
        cli.query(`SELECT (to_jsonb(t) - 'added_by' - 'changed_by')::text AS row FROM ${table} t ORDER BY 1`);
      expect(await rows(to)).toEqual(await rows(from));
    }
  }, 60_000);

  it('prints its result as JSON beside the file', async () => {
    const output = join(from.folder, 'users.json');
    const result = await exportTo(from, 'users.json', 'users', '--json');
    expect(JSON.parse(result.output)).toEqual({ kind: 'users', output, lines: expect.any(Number) as number });
    const { status, messages } = await from.run(['export', 'users', '--json']);
    expect([status, messages]).toEqual([2, expect.stringContaining('--json needs --output')]);
  });

  it('writes to standard output, ordered by identifier', async () => {
    const { output, messages } = await from.run(['export', 'places']);
    const ids = output
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids).toHaveLength(68);
    expect(ids.slice(-2)).toEqual(['\uFFFD', '😀']);
    expect(messages).toBe('places: 68 lines\n');
  });

  it('omits password hashes by default', async () => {
    const { status, output } = await from.run(['export', 'users']);
    expect([status, output]).toEqual([0, expect.not.stringMatching(/password|argon2/i)]);
    const { output: hashed } = await from.run(['export', 'users', '--with-password-hashes']);
    expect(hashed).toContain('"passwordHash":"$argon2id$');
  });

  it('omits addresses that import would reject', async () => {
    await from.query("UPDATE users SET photo_small = 'javascript:x', photo_large = 'https://a' WHERE id = '😀'");
    await from.query("UPDATE places SET url_service = 'data:x', featured_photo = 'file:///x' WHERE id = '😀'");
    for (const kind of ['users', 'places']) {
      const { output } = await from.run(['export', kind]);
      expect(output).not.toMatch(/javascript:|data:|file:/);
      const line = output.split('\n').find((text) => text.includes('"😀"')) ?? '';
      expect((await to.import(kind, [JSON.parse(line)])).report).toContain('0 rejected');
    }
  });

  it('cannot be imported with a password beside a hash, or with a hash of another kind or cost', async () => {
    const hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo';
    const user = (id: string, more: object): object => ({ id, name: id, ...more });
    const { messages, report } = await to.import('users', [
      user('both', { password: 'a long secret', passwordHash: hash }),
      user('other', { passwordHash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy' }),
      user('dear', { passwordHash: hash.replace('m=19456', 'm=131073') }),
      user('slow', { passwordHash: hash.replace('m=19456,t=2', 'm=65536,t=9') }),
      user('fine', { passwordHash: hash }),
      user('high', { passwordHash: hash.replace('m=19456,t=2', 'm=131072,t=4') }),
    ]);
    const reason = 'passwordHash: must be an argon2id hash as `export` writes it, with m up to 131072';
    expect(messages).toMatch(new RegExp(`: rejected: 3 × ${reason}.* \\(lines 2, 3, 4\\)$`, 'm'));
    expect(messages).toMatch(/:1: passwordHash: cannot be given /);
    expect(report).toContain('2 new, 0 changed, 0 unchanged, 4 rejected');
  });

  it('keeps the existing file on failure, and leaves no temporary file', async () => {
    await from.write('kept', 'before');
    const { status, messages } = await exportTo(from, 'no/such/folder', 'users');
    expect([status, messages]).toEqual([1, expect.stringContaining('cannot be written: ENOENT')]);
    // Blocks the read of the users.
    const blocker = from.database.source.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE users');
    const running = exportTo(from, 'kept', 'users');
    const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await waitUntil(async () => (await from.query(waiting)).length > 0, 30);
    process.emit('SIGINT');
    await blocker.rollbackTransaction();
    await blocker.release();
    expect((await running).status).toBe(130);
    expect(await from.read('kept')).toBe('before');
    expect((await readdir(from.folder)).filter((name) => name.startsWith('kept'))).toEqual(['kept']);
  });
});

/** The commands that take the name of a file to write. */
function commandsWithOutput(command: Command, names: readonly string[] = []): string[] {
  const own = command.options.some(({ long }) => long === '--output') ? [names.join(' ')] : [];
  return [...own, ...command.commands.flatMap((child) => commandsWithOutput(child, [...names, child.name()]))];
}

describe('files that commands write', () => {
  const cli = new CommandLine();
  let umask: number;

  beforeAll(async () => {
    umask = process.umask(0);
    await cli.start();
    await cli.run(['seed', '--small']);
  }, 60_000);

  afterAll(async () => {
    process.umask(umask);
    await cli.stop();
  });

  const modeOf = async (path: string) => (await lstat(path)).mode & 0o777;

  it('are known to this suite', async () => {
    const terminal = new Terminal(new PassThrough(), new PassThrough(), new PassThrough());
    const program = await createProgram(terminal, () => Promise.resolve());
    expect(commandsWithOutput(program)).toEqual(['export', 'users export']);
  });

  it.each([
    ...recordKindNames.map((kind) => ['export', kind]),
    ['export', 'users', '--with-password-hashes'],
    ['users', 'export', 'maria'],
  ])('can be read by their owner only, whatever was there: %s %s %s', async (...command) => {
    for (const name of ['new', 'new.gz', 'readable', 'writable']) {
      const path = join(cli.folder, name);
      if (!name.startsWith('new')) {
        await cli.write(name, 'before');
        await chmod(path, name === 'readable' ? 0o644 : 0o666);
      }
      const { status, messages } = await cli.run([...command.filter(Boolean), '--output', path]);
      expect([status, messages]).toEqual([0, expect.not.stringContaining('cannot be written')]);
      expect([name, await modeOf(path)]).toEqual([name, 0o600]);
    }
  });

  it('hold the rejected lines of an import', async () => {
    await cli.write('users.ndjson.rejected.ndjson', 'before');
    await chmod(join(cli.folder, 'users.ndjson.rejected.ndjson'), 0o666);
    expect((await cli.import('users', ['{"id":"me"}'])).status).toBe(1);
    const rejected = (await readdir(cli.folder)).filter((name) => name.includes('rejected'));
    expect(rejected).toHaveLength(1);
    expect(await modeOf(join(cli.folder, rejected[0] ?? ''))).toBe(0o600);
  });

  it('replace a link, and leave what it points to as it is', async () => {
    const target = await cli.write('target', 'before');
    await symlink(target, join(cli.folder, 'link'));
    expect((await cli.run(['export', 'users', '--output', join(cli.folder, 'link')])).status).toBe(0);
    expect([await cli.read('target'), (await lstat(join(cli.folder, 'link'))).isFile()]).toEqual(['before', true]);
  });

  it.each(['/dev/null', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])('are never a device: %s', async (device) => {
    const { status, messages } = await cli.run(['export', 'users', '--output', device]);
    expect([status, messages]).toEqual([1, expect.stringContaining(`${device} is not a regular file.`)]);
  });
});
