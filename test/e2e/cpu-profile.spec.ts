import { AdminServer } from '../../src/observability/admin-server.js';
import { useDirectory } from '../support/use-directory.js';

interface Profile {
  nodes: { callFrame: { functionName: string; url: string } }[];
  startTime: number;
  endTime: number;
}

describe('/profile', () => {
  const { directory, tokens } = useDirectory({ env: { ADMIN_PORT: '0' }, tokens: ['application'] });
  const { directory: withoutAdmin } = useDirectory({ over: directory });

  const ask = (query: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${directory.app.get(AdminServer).port}/profile${query}`, init);

  it('samples what the process works on', async () => {
    const asked = ask('?seconds=1');
    for (let request = 0; request < 20; request += 1) await directory.get('/v2/categories', tokens.application);
    const response = await asked;
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="place-directory.cpuprofile"',
    ]);
    const { nodes, startTime, endTime } = (await response.json()) as Profile;
    expect(endTime - startTime).toBeGreaterThanOrEqual(1_000_000);
    expect(nodes.some(({ callFrame }) => callFrame.url.includes('/src/'))).toBe(true);
  });

  it('runs one at a time, and ends when the client disconnects', async () => {
    const client = new AbortController();
    const first = ask('?seconds=60', { signal: client.signal }).catch(() => undefined);
    // Invalid requests take no profile, and tell whether one is running.
    const probe = async () => (await ask('?seconds=0')).status;
    while ((await probe()) !== 503);
    const second = await ask('?seconds=1');
    expect([second.status, await second.json()]).toEqual([503, expect.objectContaining({ code: 'overloaded' })]);
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(30);
    client.abort();
    await first;
    while ((await probe()) !== 400);
  });

  it.each(['0', '61', 'x'])('rejects %s seconds', async (seconds) => {
    const response = await ask(`?seconds=${seconds}`);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_parameter' }),
    ]);
  });

  it('is only for GET', async () => {
    const response = await ask('', { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('is not on PORT, with or without ADMIN_PORT', async () => {
    for (const { url } of [directory, withoutAdmin]) {
      const response = await fetch(`${url}/profile?seconds=1`);
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'route_not_found' }),
      ]);
    }
  });
});
