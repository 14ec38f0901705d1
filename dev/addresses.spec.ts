import { useTemporaryFolder } from '../test/support/use-temporary-folder.js';
import { withAddresses } from './addresses.js';
import { claimDataDir } from './services/data-dir-claim.js';

describe('withAddresses', () => {
  const own = { DATABASE_URL: 'postgres://own/directory', ELASTICSEARCH_URL: 'http://own:9200' };
  const others = { DATABASE_URL: 'postgres://other/directory', ELASTICSEARCH_URL: 'http://other:9200' };
  const dataDir = useTemporaryFolder();

  const run = () => {
    claimDataDir(dataDir, 'npm start').publish({
      databaseUrl: own.DATABASE_URL,
      elasticsearchUrl: own.ELASTICSEARCH_URL,
    });
  };
  const found = (env: NodeJS.ProcessEnv) => withAddresses({ DATA_DIR: dataDir, ...env });

  it.each([
    ['neither is set', {}],
    ['both are empty', { DATABASE_URL: '', ELASTICSEARCH_URL: '' }],
    ['one is empty', { DATABASE_URL: '' }],
    ['the one that is set is theirs', { DATABASE_URL: own.DATABASE_URL }],
  ])('finds the running services if %s', (_, env) => {
    run();
    expect(found(env)).toMatchObject({ ...own, OLD_CLIENTS: 'password-grant' });
  });

  it('keeps given addresses even if services run', () => {
    run();
    expect(found(others)).toEqual({ DATA_DIR: dataDir, ...others });
  });

  it.each([
    ['DATABASE_URL', 'ELASTICSEARCH_URL', { DATABASE_URL: others.DATABASE_URL }],
    ['ELASTICSEARCH_URL', 'DATABASE_URL', { ...others, DATABASE_URL: '' }],
  ])('rejects %s alone, which would mix two installations', (given, missing, env) => {
    const message = `${given} is set and ${missing} is not. Set both or neither.`;
    expect(() => found(env)).toThrow(message);
    run();
    expect(() => found(env)).toThrow(message);
  });

  it('fails if no services run', () => {
    expect(() => found({ DATABASE_URL: '' })).toThrow(`No services run with the data folder ${dataDir}.`);
  });
});
