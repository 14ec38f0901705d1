import { IndexInspector } from '../../src/places/index/inspect.js';
import { Directory } from '../support/directory.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

describe('an index of several shards on several nodes', () => {
  const { directory } = useDirectory({
    env: { ELASTICSEARCH_SHARDS: '2', ELASTICSEARCH_REPLICAS: '0' },
    places: [aPlace(), aPlace(), aPlace()],
  });

  it('has the configured number of shards', async () => {
    const { live } = await directory.app.get(IndexInspector).status();
    expect(live).toMatchObject({ shards: 2, replicas: 0, documents: 3 });
  });

  it('has a replica only if there is a node for it, unless their number is set', async () => {
    const other = await Directory.start({}, directory.database);
    const { live } = await other.app.get(IndexInspector).status();
    // The test cluster has one node.
    expect(live).toMatchObject({ replicas: 0, health: 'green' });
    await other.stop({ keepDatabase: true });
  });

  it('gets another number of replicas at the start, and is searched when some nodes are away', async () => {
    const nodes = `http://127.0.0.1:1,${process.env.ELASTICSEARCH_URL},http://127.0.0.1:2`;
    const other = await Directory.start({ ELASTICSEARCH_URL: nodes, ELASTICSEARCH_REPLICAS: '2' }, directory.database);
    const { live } = await other.app.get(IndexInspector).status();
    expect(live).toMatchObject({ shards: 2, replicas: 2 });
    const token = await other.token();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => other.get(`/v2/places?q=place&rows=${index + 1}`, token)),
    );
    expect(answers.map(({ status, body }) => [status, body.results?.header.found])).toEqual(
      answers.map(() => [200, 3]),
    );
    await other.stop({ keepDatabase: true });
  });
});
