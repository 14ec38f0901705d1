import { Logger } from '@nestjs/common';
import { type AuditEvent, type AuditLog } from '../../audit/audit-log.js';
import { FailedSignIns } from './user-authentication.js';

describe('FailedSignIns', () => {
  let warn: jest.SpiedFunction<Logger['warn']>;
  const recorded: AuditEvent[] = [];
  const record = jest.fn<Promise<void>, [AuditEvent]>();

  const create = () => {
    const recordFailedSignIn = (_email: string, event: AuditEvent) => Promise.resolve(recorded.push(event));
    return new FailedSignIns({ record, recordFailedSignIn } as unknown as AuditLog);
  };
  const failFromAddresses = async (failures: FailedSignIns, addresses: number) => {
    for (let n = 0; n < 11 * addresses; n += 1)
      await failures.record('maria@example.com', { clientIp: `192.0.2.${n % addresses}` });
  };

  beforeEach(() => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    recorded.length = 0;
    record.mockReset().mockResolvedValue();
  });

  afterEach(() => {
    warn.mockRestore();
  });

  it('records a hundred of a client one by one, however many addresses fail too', async () => {
    const failures = create();
    await failFromAddresses(failures, 250);
    recorded.length = 0;
    for (let n = 0; n < 105; n += 1) await failures.record('maria@example.com', { clientId: 'app' });
    expect(recorded).toEqual(Array(100).fill({ actor: 'client:app', action: 'sign-in.failed' }));
    await failures.onApplicationShutdown();
    expect(record).toHaveBeenLastCalledWith({ actor: 'client:app', action: 'sign-in.failed', details: { omitted: 5 } });
  });

  it('waits for one failure during a shutdown, and leaves the other numbers in the log', async () => {
    const failures = create();
    await failFromAddresses(failures, 3);
    record.mockRejectedValue(new Error('no connection'));
    await failures.onApplicationShutdown();
    expect(record).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls).toEqual(
      [0, 1, 2].map((n) => [
        {
          msg: 'Cannot record failed sign-ins: no connection',
          audit: { actor: 'browser', action: 'sign-in.failed', details: { address: `192.0.2.${n}`, omitted: 1 } },
        },
      ]),
    );
  });

  it('tries to write during a shutdown, although an earlier number failed', async () => {
    const failures = create();
    await failFromAddresses(failures, 1);
    record.mockRejectedValueOnce(new Error('no connection'));
    await failures.endWindows();
    await failFromAddresses(failures, 2);
    await failures.onApplicationShutdown();
    expect(record).toHaveBeenCalledTimes(3);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('tries to write each number otherwise', async () => {
    const failures = create();
    await failFromAddresses(failures, 3);
    record.mockRejectedValueOnce(new Error('no connection'));
    await failures.endWindows();
    expect(record).toHaveBeenCalledTimes(3);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
