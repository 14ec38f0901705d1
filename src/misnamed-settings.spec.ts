import { misnamedSettings } from './misnamed-settings.js';

describe('misnamedSettings', () => {
  it.each([
    ['SEARCH_TIMOUT', 'SEARCH_TIMEOUT'],
    ['SEARCH_TIME_OUT', 'SEARCH_TIMEOUT'],
    ['TIMEOUT_SEARCH', 'SEARCH_TIMEOUT'],
    ['search_timeout', 'SEARCH_TIMEOUT'],
    ['searchTimeout', 'SEARCH_TIMEOUT'],
    ['SEARCH-TIMEOUT', 'SEARCH_TIMEOUT'],
    ['ELASTIC_SEARCH_URL', 'ELASTICSEARCH_URL'],
    ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URLS'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['PROT', 'PORT'],
    ['OPREATOR', 'OPERATOR'],
  ])('asks whether %s is %s', (name, meant) => {
    expect(misnamedSettings({ [name]: 's3cret' })).toEqual([
      `${name} is no setting, and ignored. Did you mean ${meant}?`,
    ]);
  });

  it('says what replaced a setting of an older version', () => {
    expect(misnamedSettings({ SEARCH_CACHE_TTL: '0', SEARCH_CACHE_SIZE: '7' })).toEqual([
      expect.stringMatching(/^SEARCH_CACHE_TTL is a setting of older versions.* INDEX_POLL_INTERVAL/),
      expect.stringMatching(/^SEARCH_CACHE_SIZE is a setting of older versions.* RESPONSE_CACHE_SIZE/),
    ]);
  });

  it('ignores the variables of other programs, and empty ones', () => {
    const ofOthers = ['PATH', 'HOME', 'HOST', 'SPORT', 'PORTS', 'HOSTNAME', 'NODE_OPTIONS', 'NODE_PATH', 'TZ', 'LANG'];
    const ofKubernetes = [
      'ELASTICSEARCH_PORT',
      'ELASTICSEARCH_SERVICE_PORT',
      'ELASTICSEARCH_SERVICE_HOST',
      'POSTGRES_URL',
    ];
    const ofTools = [
      'OTEL_TRACES_SAMPLER',
      'UV_THREADPOOL_SIZE',
      'LOGNAME',
      'LOG_FORMAT',
      'npm_package_name',
      'DATA_DIR',
    ];
    const names = [...ofOthers, ...ofKubernetes, ...ofTools];
    expect(misnamedSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    expect(misnamedSettings({ SEARCH_TIMOUT: '' })).toEqual([]);
    expect(misnamedSettings({ SEARCH_TIMEOUT: '100', PORT: '1' })).toEqual([]);
  });
});
