import { type Client, errors } from '@elastic/elasticsearch';
import { type ProblemError } from '../../http/problems.js';
import { PointsInTime } from './points-in-time.js';

const limits = { ofClient: 2, ofAll: 3, keepAliveMs: 60_000, closeAfterMs: 6000 };
describe('PointsInTime', () => {
  let closed: string[];
  /** Those that another replica has closed. */
  let closedElsewhere: Set<string>;
  let checked: string[];
  let points: PointsInTime;

  beforeEach(() => {
    jest.useFakeTimers();
    [closed, checked] = [[], []];
    closedElsewhere = new Set();
    points = replica();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const replica = () =>
    // A stub: only the limits are tested.
    new PointsInTime(limits, {
      closePointInTime: ({ id }: { id: string }) => {
        closed.push(id);
        return Promise.resolve({});
      },
      search: ({ pit: { id } }: { pit: { id: string } }) => {
        checked.push(id);
        const missing = { statusCode: 404, body: {}, headers: {}, warnings: null, meta: {} };
        return closedElsewhere.has(id)
          ? Promise.reject(new errors.ResponseError(missing as never))
          : Promise.resolve({});
      },
    } as unknown as Client);
  const open = async (client: string, id: string): Promise<string> => {
    const reserved = await points.reserve(client);
    return (reserved.id = id);
  };
  const problemOf = (work: Promise<unknown>) =>
    work.then(() => undefined).catch((error: unknown) => error as ProblemError);

  it('limits those of one client, however many are opened at once', async () => {
    const opened = ['1', '2', '3'].map((id) => problemOf(open('a', id)));
    expect((await Promise.all(opened)).map((problem) => problem?.code)).toEqual([
      undefined,
      undefined,
      'too_many_cursors',
    ]);
    const problem = await problemOf(open('a', '4'));
    expect(problem?.detail).toBe('This client has 2 cursor searches open; at most 2 are allowed. Retry after 60 s.');
    expect(problem?.extras.headers).toEqual({ 'Retry-After': '60' });
    expect(await open('b', '5')).toBe('5');
  });

  it('limits those of all clients', async () => {
    for (const client of ['a', 'b', 'c']) await open(client, client);
    expect((await problemOf(open('d', 'd')))?.detail).toMatch(/^All clients together/);
  });

  it('closes the oldest one whose last page was read instead of rejecting a client', async () => {
    await open('a', 'unfinished');
    for (let search = 0; search < 5; search += 1) {
      await open('a', `${search}`);
      points.extend(`${search}`, 'a');
      points.closeSoon(`${search}`);
    }
    expect(closed).toEqual(['0', '1', '2', '3']);
    await jest.advanceTimersByTimeAsync(6000);
    expect(new Set(closed)).toEqual(new Set(['0', '1', '2', '3', '4']));
  });

  it('does not extend the life of one whose last page was read', async () => {
    await open('a', '1');
    points.closeSoon('1');
    points.extend('1', 'a');
    await jest.advanceTimersByTimeAsync(5999);
    expect(closed).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(closed).toEqual(['1']);
    for (const id of ['2', '3']) expect(await open('a', id)).toBe(id);
  });

  it('counts those that another replica opened shortly after they were read', async () => {
    points.extend('elsewhere', 'a');
    points.extend('other', 'a');
    const problem = await problemOf(open('a', '1'));
    expect(problem?.extras.headers).toEqual({ 'Retry-After': '6' });
    jest.advanceTimersByTime(6000);
    expect(await open('a', '1')).toBe('1');
  });

  it('forgets those that another replica has closed', async () => {
    await open('a', '1');
    await open('a', '2');
    closedElsewhere.add('2');
    expect(await open('a', '3')).toBe('3');
    closedElsewhere.add('1');
    expect((await problemOf(open('a', '4')))?.code).toBe('too_many_cursors');
    expect(checked).toEqual(['1', '2', '3']);
    jest.advanceTimersByTime(6000);
    expect(await open('a', '4')).toBe('4');
  });

  it('follows one whose id changes', async () => {
    await open('a', '1');
    points.extend('1', 'a', '1b');
    expect(await open('a', '2')).toBe('2');
    await points.close('1b');
    expect(await open('a', '3')).toBe('3');
  });

  it('counts those that may be open after a failure', async () => {
    for (let count = 0; count < 2; count += 1)
      await points.abandon(await points.reserve('a'), Promise.reject(new errors.TimeoutError('late')));
    expect((await problemOf(open('a', '1')))?.code).toBe('too_many_cursors');
  });

  it('closes one that is opened after nobody waits for it any more', async () => {
    let respond: (id: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => {
      respond = resolve;
    });
    const abandoned = points.abandon(await points.reserve('a'), slow);
    await open('a', '1');
    expect((await problemOf(open('a', '2')))?.code).toBe('too_many_cursors');
    respond('late');
    await abandoned;
    expect(closed).toEqual(['late']);
    expect(await open('a', '2')).toBe('2');
  });

  it('forgets those that were closed, could not be opened, were not requested, or expired', async () => {
    await open('a', '1');
    await points.close('1');
    for (let count = 0; count < 3; count += 1) {
      await points.abandon(await points.reserve('a'), Promise.reject(new Error('away')));
      await points.abandon(await points.reserve('a'), undefined);
    }
    await open('a', '2');
    await open('a', '3');
    jest.advanceTimersByTime(50_000);
    points.extend('3', 'a');
    jest.advanceTimersByTime(11_000);
    expect(await open('a', '4')).toBe('4');
    expect((await problemOf(open('a', '5')))?.code).toBe('too_many_cursors');
  });
});
