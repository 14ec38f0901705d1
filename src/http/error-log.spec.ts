import { ErrorLog, SamplingWindow } from './error-log.js';

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

  it('does not let one kind hide another: another route, problem, code or type', () => {
    const log = create();
    const one = failure('x');
    for (let n = 0; n < 20; n += 1) log.error({ code, route, err: one });
    log.error({ code, route: '/v2/users', err: one });
    log.error({ code: 'database_unavailable', route, err: one });
    log.error({ code, route, err: failure('x', '42703') });
    log.error({ code, route, err: new TypeError('x') });
    log.error({ code, route, err: 'no error' });
    log.error({ code, route, err: undefined });
    expect(lines).toHaveLength(5 + 6);
  });

  it('tells errors of Elasticsearch apart by their type', () => {
    const log = create();
    for (const type of ['search_phase_execution_exception', 'circuit_breaking_exception']) {
      const error = Object.assign(failure('Response Error'), { meta: { body: { error: { type } } } });
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
describe('SamplingWindow', () => {
  const reported: [string, number][] = [];
  const create = () =>
    new SamplingWindow<string>({ perKind: 3, windowMs: 1000 }, 'others', (kind, omitted) => {
      reported.push([kind, omitted]);
    });

  beforeEach(() => {
    jest.useFakeTimers();
    reported.length = 0;
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const admitted = (window: SamplingWindow<string>, kinds: string[]) =>
    kinds.filter((kind) => window.admits(kind, kind)).length;
  const repeat = (times: number, kind: string) => Array.from({ length: times }, () => kind);

  it('lets the first of each kind through, and reports the number of the rest once', () => {
    const window = create();
    expect(admitted(window, repeat(10, 'a'))).toBe(3);
    expect(admitted(window, repeat(3, 'b'))).toBe(3);
    expect(reported).toEqual([]);
    jest.advanceTimersByTime(3000);
    expect(reported).toEqual([['a', 7]]);
  });

  it('starts again after the window, or when it is ended', () => {
    const window = create();
    for (let round = 0; round < 2; round += 1) {
      expect(admitted(window, repeat(4, 'a'))).toBe(3);
      jest.advanceTimersByTime(1000);
    }
    expect(admitted(window, repeat(4, 'a'))).toBe(3);
    window.end();
    expect(admitted(window, repeat(3, 'a'))).toBe(3);
    expect(reported).toEqual(repeat(3, 'a').map((kind) => [kind, 1]));
    expect(jest.getTimerCount()).toBe(1);
  });

  it('counts all further kinds together beyond 200, so that it needs little memory', () => {
    const window = create();
    const kinds = Array.from({ length: 5000 }, (_, n) => `kind ${n}`);
    expect(admitted(window, kinds)).toBe(203);
    window.end();
    expect(reported).toEqual([['others', 4797]]);
  });
});
