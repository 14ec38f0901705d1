import pino from 'pino';
import { type AuditEntry, AuditLog } from '../../src/audit/audit-log.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { type PasswordSource } from '../../src/oauth/attempts/attempts.js';
import { FailedSignIns, UserAuthentication } from '../../src/oauth/sessions/user-authentication.js';
import { clientSecret, maria, registerUsersAndClients, webRequest } from '../support/authorization.js';
import { runCommand } from '../support/command-line.js';
import { aPlace, aUser } from '../support/factories.js';
import { FakeBrowser } from '../support/fake-browser.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('the audit log', () => {
  const logged: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
  const { directory } = useDirectory({
    env: { OLD_CLIENTS: 'password-grant' },
    logger,
    places: [aPlace({ id: 'p1' })],
    fill: registerUsersAndClients,
  });

  const run = async (args: string[], variables: NodeJS.ProcessEnv = { OPERATOR: 'ana' }) =>
    (await runCommand(directory.database, args, variables)).output;
  const entries = async (...args: string[]) =>
    JSON.parse(await run(['audit', 'list', '--json', ...args])) as AuditEntry[];

  it('has failed and other sign-ins, without e-mail addresses, and the log has them as well', async () => {
    const [browser, body] = [new FakeBrowser(directory), { grant_type: 'password', username: maria.email }];
    await browser.submit(await browser.open(webRequest), 'sign-in', { ...maria, password: 'wrong' });
    await browser.submit(await browser.open(webRequest), 'sign-in', { ...maria, email: 'my-password@example.com' });
    await browser.submit(await browser.open(webRequest), 'sign-in', maria);
    await directory.addClients({ trusted: { trusted: true, grants: ['password'], secret: clientSecret } });
    await postToken(directory, { ...body, password: maria.password }, basic('trusted', clientSecret));
    const address = '127.0.0.1';
    const expected = [
      { actor: 'browser', action: 'sign-in.failed', subject: 'user:maria', details: { address } },
      { actor: 'browser', action: 'sign-in.failed', details: { address } },
      { actor: 'browser', action: 'sign-in', subject: 'user:maria', details: { address } },
      { actor: 'client:trusted', action: 'sign-in', subject: 'user:maria' },
    ];
    const lines = logged.map((line) => JSON.parse(line) as { audit?: object }).filter(({ audit }) => audit);
    expect(lines.map(({ audit }) => audit)).toEqual(expected);
    // From here on, as commands in this process take over its logs.
    const signIns = await entries();
    expect(signIns.reverse()).toMatchObject(expected);
    expect(logged.join('') + JSON.stringify(signIns)).not.toMatch(/my-password|maria@|wrong"/);
  });

  it('has what operators did, without secrets', async () => {
    await run(['clients', 'create', '--id', 'partner', '--name', 'Partner']);
    const secret = (await run(['clients', 'rotate-secret', 'partner', '--overlap', '1h'])).slice(7, -1);
    await run(['clients', 'update', 'partner', '--quota', '600/60']);
    await run(['clients', 'disable', 'partner'], { OPERATOR: 'rui' });
    await run(['users', 'disable', 'joao']);
    const all = (await entries('--since', '1h')).slice(0, 5);
    expect(all.map(({ actor, action, subject, details }) => [actor, action, subject, details])).toEqual([
      ['operator:ana', 'user.disable', 'user:joao', {}],
      ['operator:rui', 'client.disable', 'client:partner', {}],
      ['operator:ana', 'client.update', 'client:partner', { quota: '600/60' }],
      ['operator:ana', 'client.rotate-secret', 'client:partner', { overlap: 3600 }],
      ['operator:ana', 'client.create', 'client:partner', expect.objectContaining({ name: 'Partner', trusted: false })],
    ]);
    expect(JSON.stringify(all)).not.toMatch(new RegExp(`${secret}|argon2`));
    expect(await run(['audit', 'list', '--actor', 'operator:rui'])).toMatch(
      /^CREATED .*\n20\S+Z {2}operator:rui {2}client.disable {2}client:partner$/m,
    );
  });

  it('has lines in the log of a job in production', async () => {
    const args = ['clients', 'update', 'web', '--quota', '1/1'];
    const { messages } = await runCommand(directory.database, args, { NODE_ENV: 'production', OPERATOR: 'ana' });
    const event = { actor: 'operator:ana', action: 'client.update', subject: 'client:web', details: { quota: '1/1' } };
    expect(JSON.parse(messages)).toEqual({ time: expect.any(String), audit: event, msg: 'Audit: client.update' });
  });

  it('has the operator that a command names, before that of the setting', async () => {
    await run(['clients', 'enable', 'partner', '--operator', 'eva']);
    expect(await entries('--action', 'client.enable', '--actor', 'operator:eva')).toHaveLength(1);
  });

  it('says that no entry matches', async () => {
    const { output, messages } = await runCommand(directory.database, ['audit', 'list', '--actor', 'operator:nobody']);
    expect([output, messages]).toEqual(['', 'No entries match.\n']);
  });

  it('has exports', async () => {
    await run(['export', 'users', '--with-password-hashes']);
    const [exported] = await entries();
    expect(exported).toMatchObject({ action: 'export', details: { kind: 'users', withPasswordHashes: true } });
  });

  it.each([
    [['clients', 'rotate-secret', 'web', '--overlap', '1h']],
    [['clients', 'update', 'web', '--name', 'Renamed']],
    [['clients', 'disable', 'web']],
    [['users', 'create', '--id', 'unseen', '--name', 'Unseen']],
    [['users', 'disable', 'maria']],
    [['users', 'delete', 'maria', '--yes']],
    [['tokens', 'issue', '--client', 'web', '--user', 'maria']],
    [['tokens', 'revoke', '--user', 'maria']],
    [['sessions', 'revoke', '--all']],
    [['places', 'delete', 'p1', '--yes']],
  ])('has each change: without an entry there is none: %j', async (args) => {
    const state = async () => [
      await directory.source.query('SELECT * FROM clients ORDER BY id'),
      await directory.source.query('SELECT * FROM users ORDER BY id'),
      await directory.source.query('SELECT * FROM access_tokens ORDER BY digest'),
      await directory.source.query('SELECT * FROM sessions ORDER BY digest'),
      await directory.source.query('SELECT id FROM places ORDER BY id'),
    ];
    await directory.source.query('ALTER TABLE audit_log ADD CONSTRAINT is_full CHECK (false) NOT VALID');
    const before = await state();
    const { status, output, messages } = await runCommand(directory.database, args);
    const after = await state();
    await directory.source.query('ALTER TABLE audit_log DROP CONSTRAINT is_full');
    expect([status, output, messages]).toEqual([1, '', expect.stringContaining('is_full')]);
    expect(after).toEqual(before);
  });

  it('is kept for AUDIT_RETENTION days', async () => {
    await run(['users', 'enable', 'joao'], { AUDIT_RETENTION: '30' });
    const [row] = await directory.source.query<{ days: number }[]>(
      `SELECT extract(day FROM expires - created)::integer AS days FROM audit_log WHERE action = 'user.enable'`,
    );
    expect(row).toEqual({ days: 30 });
  });
});

describe('the audit log of failed sign-ins', () => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const email = 'maria@example.com';
  const { directory } = useDirectory({
    logger,
    fill: async (it) => it.add({ users: [aUser({ id: 'maria', email, passwordHash: await hashSecret('right') })] }),
  });

  /** @returns what the log says of the sign-ins that have no entry */
  const endWindows = () => {
    directory.app.get(FailedSignIns).onApplicationShutdown();
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return parsed
      .filter(({ msg }) => msg === 'Repeated: A sign-in failed')
      .map(({ actor, details, omitted }) => ({ actor, details, omitted }));
  };
  const entries = async () =>
    (await directory.app.get(AuditLog).find({ action: 'sign-in.failed', limit: 1000 })).map(
      ({ id: _id, created: _created, action: _action, ...entry }: AuditEntry) => entry,
    );

  async function fail(times: number, source: PasswordSource, name = 'made-up', at = directory): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      const failed = at.app.get(UserAuthentication).authenticate(`${name}-${n}@example.com`, 'wrong', source);
      expect(await failed).toBeUndefined();
    }
  }

  /** The same without the time that a password takes. */
  async function record(times: number, source: PasswordSource, name = 'made-up'): Promise<void> {
    for (let n = 0; n < times; n += 1) await directory.app.get(FailedSignIns).record(`${name}-${n}`, source);
  }

  beforeEach(async () => {
    endWindows();
    await directory.source.query('TRUNCATE audit_log, attempts, known_sources');
    lines.length = 0;
  });

  it('has the first ten of an address, and the log the number of the others', async () => {
    const source = { clientIp: '192.0.2.1' };
    const details = { address: source.clientIp };
    await fail(9, source);
    await directory.app.get(UserAuthentication).authenticate(email, 'wrong', source);
    await fail(5, source, 'further');
    const ten = [{ actor: 'browser', subject: 'user:maria', details }, ...Array(9).fill({ actor: 'browser', details })];
    expect(await entries()).toEqual(ten);
    expect(lines.filter((line) => line.includes('"audit"'))).toHaveLength(10);
    expect(endWindows()).toEqual([{ actor: 'browser', details, omitted: 5 }]);
    // A new window.
    await fail(1, source);
    expect(await entries()).toHaveLength(11);
  });

  it('counts a client, another address and an IPv6 network apart', async () => {
    await record(11, { clientIp: '192.0.2.1' });
    await record(101, { clientId: 'app' });
    for (let n = 0; n < 11; n += 1) await record(1, { clientIp: `2001:db8::${n}` }, `name-${n}`);
    await record(1, { clientIp: '192.0.2.2' });
    expect(await entries()).toHaveLength(10 + 100 + 10 + 1);
    expect(endWindows()).toEqual([
      { actor: 'browser', details: { address: '192.0.2.1' }, omitted: 1 },
      { actor: 'browser', details: { address: '2001:db8::0' }, omitted: 1 },
      { actor: 'client:app', details: undefined, omitted: 1 },
    ]);
  });
});
