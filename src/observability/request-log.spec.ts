import { type IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import { FailedRequests, type LoggedResponse } from './request-log.js';

describe('FailedRequests', () => {
  let log: jest.SpiedFunction<Logger['log']>;
  const from = (clientId?: string) => ({ context: { clientId } }) as IncomingMessage;
  const places = '/v2/places';
  const logged = (failures: FailedRequests, response: Partial<LoggedResponse>, clientId?: string) =>
    Array.from({ length: 100 }, () =>
      failures.isLogged(from(clientId), { status: 404, route: places, complete: true, ...response }),
    ).filter(Boolean).length;

  beforeEach(() => {
    log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  afterEach(() => {
    log.mockRestore();
  });

  it('logs 10 failed unauthenticated requests of a status and route in a minute, and the number of the others', () => {
    const failures = new FailedRequests();
    const kinds = [
      { status: 401, route: places, complete: true },
      { status: 401, route: 'none', complete: true },
      { status: 404, route: places, complete: true },
      { status: 200, route: places, complete: false },
    ];
    for (const kind of kinds) expect(logged(failures, kind)).toBe(10);
    jest.advanceTimersByTime(60_000);
    expect(log.mock.calls).toEqual(
      kinds.map((kind) => [{ ...kind, msg: 'Repeated: An unauthenticated request failed', omitted: 90 }]),
    );
    expect(logged(failures, { status: 404 })).toBe(10);
  });

  it('logs all successful requests, and all of known clients', () => {
    const failures = new FailedRequests();
    expect(logged(failures, { status: 200 })).toBe(100);
    expect(logged(failures, { status: 404 }, 'web')).toBe(100);
    expect(logged(failures, { complete: false }, 'web')).toBe(100);
    failures.onApplicationShutdown();
    expect(log).not.toHaveBeenCalled();
  });
});
