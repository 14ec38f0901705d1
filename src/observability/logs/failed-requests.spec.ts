import { type IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import { FailedRequests } from './failed-requests.js';

describe('FailedRequests', () => {
  const log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
  const from = (clientId?: string) => ({ context: { clientId } }) as IncomingMessage;
  const logged = (failures: FailedRequests, request: IncomingMessage, statuses: number[]) =>
    statuses.filter((status) => failures.isLogged(request, status));
  const repeat = (status: number) => Array.from({ length: 100 }, () => status);

  beforeEach(() => {
    jest.useFakeTimers();
    log.mockClear();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  afterAll(() => {
    log.mockRestore();
  });

  it('logs 20 failed requests of a status without a client in a minute, and the number of the others', () => {
    const failures = new FailedRequests();
    for (const status of [401, 404, 500]) expect(logged(failures, from(), repeat(status))).toHaveLength(20);
    jest.advanceTimersByTime(60_000);
    expect(log.mock.calls).toEqual(
      [401, 404, 500].map((status) => [{ status, msg: 'Repeated: A request without a client failed', omitted: 80 }]),
    );
    expect(failures.isLogged(from(), 404)).toBe(true);
  });

  it('logs all successful requests, and all of known clients', () => {
    const failures = new FailedRequests();
    expect(logged(failures, from(), repeat(200))).toHaveLength(100);
    expect(logged(failures, from('web'), repeat(404))).toHaveLength(100);
    failures.onApplicationShutdown();
    expect(log).not.toHaveBeenCalled();
  });
});
