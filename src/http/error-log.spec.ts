import { ErrorLog } from './error-log.js';

describe('ErrorLog', () => {
  const lines: Record<string, unknown>[] = [];
  const debugLines: unknown[] = [];
  const create = () =>
    new ErrorLog({
      error: (line: Record<string, unknown>) => lines.push(line),
      debug: (line: unknown) => debugLines.push(line),
    });

  beforeEach(() => {
    jest.useFakeTimers();
    lines.length = 0;
    debugLines.length = 0;
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  function failure(message: string, code?: string): Error {
    return Object.assign(new Error(message), code !== undefined && { code });
  }

  const route = '/v2/places';
  const code = 'internal_error';

  it('logs the first five errors of a kind, and counts the rest at the end of the minute', () => {
    const log = create();
    for (let n = 0; n < 1000; n += 1) log.error({ requestId: `r${n}`, code, route, err: failure(`value ${n}`) });
    expect(lines.map(({ requestId }) => requestId)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    expect(debugLines).toHaveLength(995);
    jest.advanceTimersByTime(60_000);
    expect(lines.slice(5)).toEqual([{ code, route, type: 'Error', msg: 'Repeated: The request failed', omitted: 995 }]);
  });

  it('starts again after a minute, and says nothing of minutes without omitted errors', () => {
    const log = create();
    for (let minute = 0; minute < 3; minute += 1) {
      log.error({ code, route, err: failure('now and then') });
      jest.advanceTimersByTime(60_000);
    }
    expect(lines).toHaveLength(3);
  });

  it('does not let one kind hide another: another route, problem, code or place in the code', () => {
    const log = create();
    const one = failure('x');
    for (let n = 0; n < 20; n += 1) log.error({ code, route, err: one });
    log.error({ code, route: '/v2/users', err: one });
    log.error({ code: 'database_unavailable', route, err: one });
    log.error({ code, route, err: Object.assign(failure('x'), { stack: one.stack, code: '42703' }) });
    log.error({ code, route, err: new Error('elsewhere') });
    log.error({ code, route, err: 'no error' });
    log.error({ code, route, err: undefined });
    expect(lines).toHaveLength(5 + 6);
  });

  it('finds the line of code after the message, which may look like one', () => {
    const log = create();
    for (let n = 0; n < 100; n += 1) log.error({ code, route, err: failure(`x\n    at value (${n}.js:1:1)`) });
    expect(lines).toHaveLength(5);
  });

  it('tells errors of Elasticsearch apart by their type', () => {
    const log = create();
    const types = ['search_phase_execution_exception', 'circuit_breaking_exception'];
    const { stack } = failure('Response Error');
    for (const type of types) {
      const error = Object.assign(failure(type), { stack, meta: { body: { error: { type } } } });
      for (let n = 0; n < 20; n += 1) log.error({ code, route, err: error });
    }
    expect(lines).toHaveLength(2 * 5);
  });

  it('counts all errors together beyond 200 kinds', () => {
    const log = create();
    for (let n = 0; n < 5000; n += 1) log.error({ code, route, err: failure('x', `code ${n}`) });
    expect(lines).toHaveLength(200 + 5);
    jest.advanceTimersByTime(60_000);
    expect(lines.slice(205)).toEqual([{ type: 'other kinds', msg: 'Repeated: The request failed', omitted: 4795 }]);
  });
});
