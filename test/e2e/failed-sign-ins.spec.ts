import pino from 'pino';
import { type AuditEntry, AuditLog } from '../../src/audit/audit-log.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { type PasswordSource } from '../../src/oauth/attempts/counters.js';
import { FailedSignIns, UserAuthentication } from '../../src/oauth/sessions/user-authentication.js';
import { Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

describe('the audit log of failed sign-ins', () => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const email = 'maria@example.com';
  const { directory } = useDirectory({
    logger,
    fill: async (it) => it.add({ users: [aUser({ id: 'maria', email, passwordHash: await hashSecret('right') })] }),
  });

  const endWindows = () => directory.app.get(FailedSignIns).endWindows();
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

  beforeEach(async () => {
    await endWindows();
    await directory.source.query('TRUNCATE audit_log, attempts, known_sources');
    lines.length = 0;
  });

  it('has the first ten of an address, and then their number', async () => {
    const source = { clientIp: '192.0.2.1' };
    const details = { address: source.clientIp };
    await fail(9, source);
    await directory.app.get(UserAuthentication).authenticate(email, 'wrong', source);
    await fail(5, source, 'further');
    const ten = [{ actor: 'browser', subject: 'user:maria', details }, ...Array(9).fill({ actor: 'browser', details })];
    expect(await entries()).toEqual(ten);
    await endWindows();
    expect(await entries()).toEqual([{ actor: 'browser', details: { ...details, omitted: 5 } }, ...ten]);
    expect(lines.filter((line) => line.includes('"audit"'))).toHaveLength(11);
    // A new window.
    await fail(1, source);
    expect(await entries()).toHaveLength(12);
  });

  it('counts a client, another address and an IPv6 network apart', async () => {
    await fail(11, { clientIp: '192.0.2.1' });
    await fail(101, { clientId: 'app' });
    for (let n = 0; n < 11; n += 1) await fail(1, { clientIp: `2001:db8::${n}` }, `name-${n}`);
    await fail(1, { clientIp: '192.0.2.2' });
    expect(await entries()).toHaveLength(10 + 100 + 10 + 1);
    await endWindows();
    expect((await entries()).slice(0, 3)).toEqual([
      { actor: 'client:app', details: { omitted: 1 } },
      { actor: 'browser', details: { address: '2001:db8::0', omitted: 1 } },
      { actor: 'browser', details: { address: '192.0.2.1', omitted: 1 } },
    ]);
  });

  it('leaves the number in the log if it cannot be stored', async () => {
    await fail(12, { clientIp: '192.0.2.1' });
    await directory.source.query('ALTER TABLE audit_log ADD CONSTRAINT is_full CHECK (false) NOT VALID');
    await endWindows();
    await directory.source.query('ALTER TABLE audit_log DROP CONSTRAINT is_full');
    const line = lines.find((candidate) => candidate.includes('Cannot record failed sign-ins')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ level: 40, audit: { details: { address: '192.0.2.1', omitted: 2 } } });
  });

  it('has the number when the service stops', async () => {
    // From here on, as it takes over the log of this process.
    const other = await Directory.start({}, directory.database);
    await fail(12, { clientIp: '192.0.2.1' }, 'made-up', other);
    await other.stop({ keepDatabase: true });
    expect((await entries())[0]).toMatchObject({ details: { omitted: 2 } });
  });
});
