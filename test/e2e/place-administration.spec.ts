import { elasticsearch } from '../support/elasticsearch.js';
import { useCommandLine } from '../support/use-command-line.js';

describe('the operator', () => {
  const cli = useCommandLine(['seed', '--small']);
  let index: string;
  const id = 'p-1';

  beforeAll(async () => {
    await cli.import('places', [{ id, name: 'Café Central' }]);
    [{ name: index } = { name: '' }] = await cli.query<{ name: string }>('SELECT name FROM place_indices');
  });

  const document = (place: string, method?: string, body?: object) =>
    elasticsearch(`${index}/_doc/${place}?refresh=true`, method, body);
  const places = (...args: string[]) => cli.run(['places', ...args]);

  it('sees a place in PostgreSQL and in the index', async () => {
    const { status, output } = await places('show', '--id', id);
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(/^In PostgreSQL:\n\{.*In the search index: the same\n$/s),
    ]);
    const { output: json } = await places('show', '--id', id, '--json');
    expect(JSON.parse(json)).toMatchObject({ record: { id }, document: { id }, fields: [] });
  });

  it('sees how they differ, and indexes the place again', async () => {
    const { _source: held } = (await (await document(id)).json()) as { _source: object };
    await document(id, 'PUT', { ...held, name: 'Another name', phones: ['1'] });
    const shown = await places('show', '--id', id);
    expect(shown.status).toBe(1);
    expect(shown.output).toMatch(
      /^In the search index these fields differ:\nname: "Another name"\nphones: \["1"\]\nstale p-1$/m,
    );
    const { output: json } = await places('show', '--id', id, '--json');
    const name = { field: 'name', record: 'Café Central', document: 'Another name' };
    expect(JSON.parse(json)).toMatchObject({ difference: { kind: 'stale' }, fields: [name, { field: 'phones' }] });
    expect(await places('refresh', '--id', id)).toMatchObject({ status: 0, output: 'Indexed p-1\n' });
    expect((await places('show', '--id', id)).status).toBe(0);
    await document(id, 'DELETE');
    expect((await places('show', '--id', id)).output).toMatch(/In the search index:\nnothing\nmissing p-1\n$/);
    expect(JSON.parse((await places('refresh', '--id', id, '--json')).output)).toEqual({ id });
  });

  it('sees and indexes changes that wait', async () => {
    expect(await cli.run(['outbox', 'status'])).toMatchObject({
      output: expect.stringMatching(/^pending changes +0\noldest +none\n/),
    });
    await cli.query("UPDATE places SET name = 'Renamed' WHERE id = 'p-1'");
    const waiting = JSON.parse((await cli.run(['outbox', 'status', '--json'])).output) as object;
    expect(waiting).toMatchObject({ pendingChanges: 1, deadLetters: 0 });
    expect((await places('show', '--id', id)).output).toContain('pending p-1');
    expect(await cli.run(['outbox', 'retry'])).toMatchObject({ status: 0, output: 'Indexed 1 change\n' });
    expect((await places('show', '--id', id)).status).toBe(0);
  });

  it('sees and retries places that Elasticsearch rejects', async () => {
    await cli.query('ALTER TABLE places DROP CONSTRAINT places_rating_check');
    await cli.query("UPDATE places SET rating = 'NaN' WHERE id = 'p-1'");
    await cli.run(['outbox', 'retry']);
    expect((await cli.run(['dead-letters', 'list'])).output).toMatch(/^PLACE +REJECTED +REASON\np-1 +20\S+Z +\S.*NaN/);
    const again = await cli.run(['dead-letters', 'retry', '--json']);
    expect([again.status, JSON.parse(again.output)]).toEqual([1, { indexed: 0, rejected: [id] }]);
    expect(again.messages).toBe('Elasticsearch rejects 1 place again: see dead-letters list.\n');
    // As after a new mapping: the reason is gone, and nothing has noticed the place.
    await cli.query("UPDATE places SET rating = 4 WHERE id = 'p-1'");
    await cli.query('TRUNCATE place_changes');
    expect(await cli.run(['dead-letters', 'retry', '--id', id])).toMatchObject({
      status: 0,
      output: 'Indexed 1 place\n',
    });
    expect((await cli.run(['dead-letters', 'list', '--json'])).output).toBe('[]\n');
    expect((await cli.run(['dead-letters', 'retry', '--id', id])).messages).toBe('Not among the dead letters: p-1.\n');
  });

  it('deletes a place everywhere', async () => {
    expect(await places('delete', '--id', id)).toMatchObject({ status: 2, messages: expect.stringContaining('--yes') });
    expect(await places('delete', '--id', id, '--yes')).toMatchObject({ status: 0, output: 'Deleted p-1\n' });
    expect((await document(id)).status).toBe(404);
    for (const args of [['show'], ['refresh'], ['delete', '--yes']])
      expect(await places(...args, '--id', id)).toMatchObject({ status: 1, messages: 'Place p-1 does not exist.\n' });
  });
});
