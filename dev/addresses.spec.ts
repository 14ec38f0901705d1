import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withAddresses } from './addresses.js';
import { claimDataDir } from './services/data-dir-claim.js';

describe('the addresses of the services', () => {
  const own = { DATABASE_URL: 'postgres://own/directory', ELASTICSEARCH_URL: 'http://own:9200' };
  const others = { DATABASE_URL: 'postgres://other/directory', ELASTICSEARCH_URL: 'http://other:9200' };
  let dataDir: string;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'addresses-'));
  });
  afterEach(() => {
    rmSync(dataDir, { recursive: true });
  });

  const run = () => {
    claimDataDir(dataDir, 'npm start').publish({
      databaseUrl: own.DATABASE_URL,
      elasticsearchUrl: own.ELASTICSEARCH_URL,
    });
  };
  const found = (env: NodeJS.ProcessEnv) => withAddresses({ DATA_DIR: dataDir, ...env });

  it.each([
    ['neither is given', {}],
    ['both are empty', { DATABASE_URL: '', ELASTICSEARCH_URL: '' }],
    ['one is empty', { DATABASE_URL: '' }],
    ['the one that is given is theirs', { DATABASE_URL: own.DATABASE_URL }],
  ])('are those of what runs here when %s', (_, env) => {
    run();
    expect(found(env)).toMatchObject(own);
  });

  it('are those that are given, whatever runs here', () => {
    run();
    expect(found(others)).toMatchObject(others);
  });

  it.each([
    ['DATABASE_URL', 'ELASTICSEARCH_URL', { DATABASE_URL: others.DATABASE_URL }],
    ['ELASTICSEARCH_URL', 'DATABASE_URL', { ...others, DATABASE_URL: '' }],
  ])('are never of two installations: %s alone is refused', (given, missing, env) => {
    const refusal = `${given} is set and ${missing} is not. Set both, or none of them.`;
    expect(() => found(env)).toThrow(refusal);
    run();
    expect(() => found(env)).toThrow(refusal);
  });

  it('are asked for when nothing runs here', () => {
    expect(() => found({ DATABASE_URL: '' })).toThrow(`Nothing runs with the data folder ${dataDir}.`);
  });
});
