import { errors } from '@elastic/elasticsearch';
import { ProblemError } from '../../http/problems/problems.js';
import { PointsInTime } from './points-in-time.js';

const limits = { ofClient: 2, ofAll: 3, keepAliveMs: 60_000 };

const open = (points: PointsInTime, client: string, id: string) => points.create(client, () => Promise.resolve(id));

const problemOf = (work: Promise<unknown>) =>
  work.then(() => undefined).catch((error: unknown) => error as ProblemError);

describe('PointsInTime', () => {
  it('limits those of one client, however many are opened at once', async () => {
    const points = new PointsInTime(limits);
    const opened = ['1', '2', '3'].map((id) => problemOf(open(points, 'a', id)));
    expect((await Promise.all(opened)).map((problem) => problem?.code)).toEqual([
      undefined,
      undefined,
      'too_many_cursors',
    ]);
    const problem = await problemOf(open(points, 'a', '4'));
    expect(problem?.detail).toBe('This client has 2 cursor searches open; at most 2 are allowed. Retry after 60 s.');
    expect(problem?.extras.headers).toEqual({ 'Retry-After': '60' });
    expect(await open(points, 'b', '5')).toBe('5');
  });

  it('limits those of all clients', async () => {
    const points = new PointsInTime(limits);
    for (const client of ['a', 'b', 'c']) await open(points, client, client);
    expect((await problemOf(open(points, 'd', 'd')))?.detail).toMatch(/^All clients together/);
  });

  it('counts those that were opened elsewhere, or that may be open after a failure', async () => {
    const points = new PointsInTime(limits);
    points.extend('elsewhere', 'a');
    const late = new ProblemError('search_unavailable', 'late', {}, new errors.TimeoutError('late'));
    await expect(points.create('a', () => Promise.reject(late))).rejects.toBe(late);
    expect((await problemOf(open(points, 'a', '1')))?.code).toBe('too_many_cursors');
  });

  it('forgets those that were closed, could not be opened, or expired', async () => {
    const points = new PointsInTime(limits);
    await open(points, 'a', '1');
    points.close('1');
    await expect(points.create('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const now = jest.spyOn(performance, 'now');
    const start = performance.now();
    await open(points, 'a', '2');
    await open(points, 'a', '3');
    now.mockReturnValue(start + 50_000);
    points.extend('3', 'a');
    now.mockReturnValue(start + 61_000);
    expect(await open(points, 'a', '4')).toBe('4');
    expect((await problemOf(open(points, 'a', '5')))?.code).toBe('too_many_cursors');
    now.mockRestore();
  });
});
