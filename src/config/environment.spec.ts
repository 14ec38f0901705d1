import { EnvironmentError, readCommandEnvironment, readEnvironment } from './environment.js';

const required = { DATABASE_URL: 'postgres://u:p@h:5432/d', ELASTICSEARCH_URL: 'http://h:9200' };

const production = { ...required, NODE_ENV: 'production', PUBLIC_URL: 'https://places.example.org' };

function messageOf(variables: NodeJS.ProcessEnv): string {
  try {
    readEnvironment(variables);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  throw new Error('The environment was accepted');
}

describe('readEnvironment', () => {
  it('requires two variables, and has a default for all others', () => {
    expect(readEnvironment(required)).toMatchObject({
      ...required,
      ...{ ELASTICSEARCH_URL: ['http://h:9200'] },
      ...{ ELASTICSEARCH_SHARDS: 1 },
      ...{ NODE_ENV: 'development', PORT: 3000, TRUST_PROXY: false, CACHE_MAX_AGE: 30, ACCESS_TOKEN_TTL: 3600 },
      SESSION_TTL: 28_800,
      ...{ OLD_CLIENTS: [], CORS_ORIGINS: [], LOG_LEVEL: 'info', OAUTH_ENDPOINTS: true },
      ...{ SEARCH_TIMEOUT: 2000, ELASTICSEARCH_INDEX: 'places' },
    });
    expect(readEnvironment(required)).not.toHaveProperty('PUBLIC_URL');
  });

  it('treats an empty variable as absent', () => {
    const empty = { PORT: '', PUBLIC_URL: '', TRUST_PROXY: '', CORS_ORIGINS: '', LOG_LEVEL: '', NODE_ENV: '' };
    expect(readEnvironment({ ...required, ...empty })).toEqual(readEnvironment(required));
    expect(messageOf({ ...required, DATABASE_URL: '' })).toContain('DATABASE_URL: is required');
  });

  it('names all invalid variables and what they must be, but no values', () => {
    const secret = 'hunter2';
    const faulty = {
      ...{ NODE_ENV: secret, PORT: secret, PUBLIC_URL: secret, TRUST_PROXY: secret, DATABASE_URL: secret },
      ...{
        DATABASE_POOL_SIZE: secret,
        ELASTICSEARCH_URL: secret,
        ELASTICSEARCH_INDEX: `${secret}!`,
        SEARCH_TIMEOUT: secret,
      },
      ...{ CACHE_MAX_AGE: secret, ACCESS_TOKEN_TTL: secret },
      SESSION_TTL: secret,
      ...{ OLD_CLIENTS: secret, OAUTH_ENDPOINTS: secret, CORS_ORIGINS: secret, LOG_LEVEL: secret },
    };
    const message = messageOf(faulty);
    expect(message).toMatch(/^The configuration is wrong:\n/);
    expect(
      message
        .split('\n')
        .slice(1)
        .map((line) => /^ {2}([A-Z_]+): ./.exec(line)?.[1])
        .sort(),
    ).toEqual(Object.keys(faulty).sort());
    expect(message).not.toContain(secret);
  });

  it('names missing variables', () => {
    expect(messageOf({})).toBe(
      'The configuration is wrong:\n  DATABASE_URL: is required\n  ELASTICSEARCH_URL: is required',
    );
  });

  it.each([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['PUBLIC_URL', 'https://x.example.org/api/', 'https://x.example.org/api'],
    ['PUBLIC_URL', 'https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai'],
    ['TRUST_PROXY', 'true', true],
    ['TRUST_PROXY', 'false', false],
    ['TRUST_PROXY', '2', 2],
    ['TRUST_PROXY', '10.0.0.0/8, ::/0', true],
    ['TRUST_PROXY', '0.0.0.0/0', true],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8,::1, fc00::/7', 'loopback,10.0.0.0/8,::1,fc00::/7'],
    ['OAUTH_ENDPOINTS', 'true', true],
    ['OLD_CLIENTS', 'no-pkce, token-in-query,no-pkce', ['no-pkce', 'token-in-query']],
    [
      'CORS_ORIGINS',
      'https://a.example.org, http://localhost:3000,',
      ['https://a.example.org', 'http://localhost:3000'],
    ],
    ['DATABASE_URL', 'postgresql://h/d', 'postgresql://h/d'],
    ['DATABASE_URL', 'postgres://h/d?sslmode=verify-full', 'postgres://h/d?sslmode=verify-full'],
    ['ELASTICSEARCH_URL', 'http://a:9200, https://b:9200', ['http://a:9200', 'https://b:9200']],
  ] as const)('reads %s=%s', (name, written, value) => {
    expect(readEnvironment({ ...required, [name]: written })).toHaveProperty(name, value);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['PORT', ' 3000'],
    ['PUBLIC_URL', 'ftp://x'],
    ['PUBLIC_URL', 'https://x.example.org/?a=1'],
    ['PUBLIC_URL', 'https://x.example.org/#a'],
    ['PUBLIC_URL', 'https://user:secret@x.example.org'],
    ['PUBLIC_URL', 'places.example.org'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0'],
    ['OAUTH_ENDPOINTS', 'yes'],
    ['OAUTH_ENDPOINTS', 'TRUE'],
    ['OLD_CLIENTS', 'pkce'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example.org/'],
    ['CORS_ORIGINS', 'https://a.example.org,a.example.org'],
    ['ELASTICSEARCH_INDEX', 'Places'],
    ['ELASTICSEARCH_INDEX', 'places,users'],
    ['ELASTICSEARCH_URL', 'h:9200'],
    ['ELASTICSEARCH_URL', 'http://a:9200,b:9200'],
    ['ELASTICSEARCH_URL', ','],
    ['ELASTICSEARCH_SHARDS', '0'],
    ['DATABASE_URL', 'mysql://h/d'],
    ['DATABASE_URL', 'postgres://h/d?sslmode=verify_full'],
    ['DATABASE_URL', 'postgres://h/d?sslmode='],
    ['DATABASE_URL', 'postgres://h/d?sslmode=verify-full&sslmode=disable'],
    ['DATABASE_URL', 'postgres://h/d?SSLMODE=verify-full'],
    ['DATABASE_URL', 'postgres://h/d?ssl=no-verify'],
    ['DATABASE_URL', 'postgres://h/d?sslmode=verify-full&sslrootcert=/none/ca.crt'],
    ['LISTEN_ADDRESS', 'places.example.org'],
    ['LISTEN_ADDRESS', '10.0.0'],
    ['LISTEN_ADDRESS', '*'],
    ['QUOTAS', 'email_check=0/60'],
    ['QUOTAS', 'user=off'],
    ['QUOTAS', 'users=1/60'],
    ['QUOTAS', 'user=1/60,user=2/60'],
    ['CACHE_MAX_AGE', '-1'],
  ])('rejects %s=%s', (name, written) => {
    expect(messageOf({ ...required, [name]: written })).toMatch(
      new RegExp(`^The configuration is wrong:\n  ${name}: [^\n]+$`),
    );
  });

  it.each<readonly [given: string, read: string | number | true]>([
    ...['true', '0.0.0.0/0', '10.0.0.0/8, ::/0', '10.1.2.3/0'].map((all) => [all, true] as const),
    ...['0.0.0.0/1,128.0.0.0/1', '::/1,8000::/1', '::ffff:0:0/96', '::ffff:0:0/103', '::/80', '2000::/3'].map(
      (all) => [all, all] as const,
    ),
    ...['10.0.0.0/7', '2000::/4,3000::/5'].map((all) => [all, all] as const),
    ...[6, 10, 100, 999].map((hops) => [String(hops), hops] as const),
    ['128.0.0.0/1, 64.0.0.0/2,32.0.0.0/3 ,0.0.0.0/3', '128.0.0.0/1,64.0.0.0/2,32.0.0.0/3,0.0.0.0/3'],
  ])('rejects TRUST_PROXY=%s in production, with the reason, and reads %j otherwise', (all, value) => {
    const message = messageOf({ ...required, NODE_ENV: 'production', TRUST_PROXY: all });
    expect(message).toMatch(
      /^The configuration is wrong:\n {2}TRUST_PROXY: must not trust every address in production: /,
    );
    expect(message).toContain('the number of proxies');
    expect(message).toContain('networks');
    expect(messageOf({ NODE_ENV: 'production', TRUST_PROXY: all })).toContain('DATABASE_URL: is required\n');
    expect(readEnvironment({ ...required, TRUST_PROXY: all })).toHaveProperty('TRUST_PROXY', value);
  });

  it.each([
    ...[
      'false',
      '1',
      '5',
      'loopback',
      '10.0.0.0/8,::1',
      '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7',
      '2600::/16',
    ],
    ...['::ffff:10.0.0.0/104', 'uniquelocal'],
  ])('accepts TRUST_PROXY=%s in production', (some) => {
    expect(readEnvironment({ ...production, TRUST_PROXY: some })).toHaveProperty('TRUST_PROXY');
  });

  it.each(['0', '00', 'false'])('reads TRUST_PROXY=%s as off', (TRUST_PROXY) => {
    expect(readEnvironment({ ...required, TRUST_PROXY }).TRUST_PROXY).toBe(false);
  });

  it('requires PUBLIC_URL in production, among the other faults, but not of commands', () => {
    const without = { ...required, NODE_ENV: 'production' };
    expect(messageOf(without)).toMatch(
      /^The configuration is wrong:\n {2}PUBLIC_URL: is required in production[^\n]+$/,
    );
    expect(messageOf({ ...without, PUBLIC_URL: '' })).toBe(messageOf(without));
    const several = messageOf({ NODE_ENV: 'production', PORT: 'x' });
    for (const name of ['DATABASE_URL', 'ELASTICSEARCH_URL', 'PORT', 'PUBLIC_URL'])
      expect(several).toContain(`\n  ${name}: `);
    expect(readCommandEnvironment(without)).not.toHaveProperty('PUBLIC_URL');
    expect(readEnvironment({ ...required, NODE_ENV: 'test' })).not.toHaveProperty('PUBLIC_URL');
  });

  it.each([
    'http://places.example.org',
    'http://10.0.0.1:3000',
    'http://localhost.example.org',
    'HTTP://127.0.0.1.example',
  ])('rejects PUBLIC_URL=%s in production: sign-in needs TLS', (address) => {
    expect(messageOf({ ...production, PUBLIC_URL: address })).toMatch(
      /^The configuration is wrong:\n {2}PUBLIC_URL: must begin with https:\/\/ in production/,
    );
    expect(readEnvironment({ ...required, PUBLIC_URL: address })).toHaveProperty('PUBLIC_URL');
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080/api', 'https://places.example.org'])(
    'accepts PUBLIC_URL=%s in production',
    (address) => {
      expect(readEnvironment({ ...production, PUBLIC_URL: address })).toHaveProperty('PUBLIC_URL', address);
    },
  );

  const issuer = { JWT_ISSUER: 'https://sso.example.org/realms/company', JWT_AUDIENCE: 'places' };

  it('keeps the issuer of tokens as it is, because `iss` has to be equal', () => {
    const JWT_ISSUER = 'https://company.eu.auth0.com/';
    const read = readEnvironment({ ...production, ...issuer, JWT_ISSUER, JWT_SCOPE_CLAIMS: 'scp, realm_access.roles' });
    expect(read).toMatchObject({ JWT_ISSUER, JWT_USER_CLAIM: 'sub', JWT_SCOPE_CLAIMS: ['scp', 'realm_access.roles'] });
  });

  it.each([
    [{ JWT_ISSUER: issuer.JWT_ISSUER }, 'JWT_AUDIENCE: is required with JWT_ISSUER'],
    [{ JWT_AUDIENCE: 'places' }, 'JWT_ISSUER: is required with JWT_AUDIENCE'],
    [{ OAUTH_ENDPOINTS: 'false' }, 'JWT_ISSUER: is required with JWT_AUDIENCE, and with OAUTH_ENDPOINTS=false'],
    [{ ...issuer, JWT_ISSUER: 'http://sso.example.org' }, 'JWT_ISSUER: must begin with https:// in production'],
    [{ ...issuer, JWT_ISSUER: 'https://sso.example.org/?realm=a' }, 'JWT_ISSUER: must be the address of an issuer'],
    [{ ...issuer, JWT_USER_CLAIM: 'a"b' }, 'JWT_USER_CLAIM: must be the name of a claim'],
    [{ ...issuer, JWT_SCOPE_CLAIMS: ',' }, 'JWT_SCOPE_CLAIMS: must be names of claims'],
  ])('rejects %j in production', (variables, fault) => {
    expect(messageOf({ ...production, ...variables })).toContain(`wrong:\n  ${fault}`);
  });

  it('listens on the loopback address by default, and on all in production', () => {
    expect(readEnvironment(required).LISTEN_ADDRESS).toBe('127.0.0.1');
    expect(readEnvironment({ ...required, LISTEN_ADDRESS: 'all' }).LISTEN_ADDRESS).toBeUndefined();
    expect(readEnvironment({ ...required, LISTEN_ADDRESS: '::1' }).LISTEN_ADDRESS).toBe('::1');
    expect(readEnvironment(production).LISTEN_ADDRESS).toBeUndefined();
    expect(readEnvironment({ ...production, LISTEN_ADDRESS: '10.0.0.1' }).LISTEN_ADDRESS).toBe('10.0.0.1');
  });

  it('limits the checks of e-mail addresses unless that is switched off', () => {
    const quotasOf = (QUOTAS: string) => readEnvironment({ ...required, QUOTAS }).QUOTAS;
    expect(quotasOf('')).toEqual({ email_check: '60/60' });
    expect(quotasOf('user=1000/60, email_check=5/1')).toEqual({ user: '1000/60', email_check: '5/1' });
    expect(quotasOf('email_check=none')).toEqual({});
  });

  it.each([
    { PORT: '4000', ADMIN_PORT: '4000' },
    { PORT: undefined, ADMIN_PORT: '3000' },
  ])('rejects an ADMIN_PORT that is PORT: %j', (ports) => {
    expect(messageOf({ ...required, ...ports })).toMatch(
      /^The configuration is wrong:\n {2}ADMIN_PORT: must not be PORT/,
    );
  });

  it('accepts different ports, and free ports for both', () => {
    for (const ports of [
      { PORT: '0', ADMIN_PORT: '0' },
      { PORT: '4000', ADMIN_PORT: '4001' },
    ])
      expect(readEnvironment({ ...required, ...ports }).ADMIN_PORT).toBe(Number(ports.ADMIN_PORT));
    expect(messageOf({ PORT: 'x', ADMIN_PORT: 'x' })).not.toContain('must not be PORT');
  });

  it.each(['PORT', 'ADMIN_PORT'])('rejects %s=0 in production, where a health check asks at that port', (name) => {
    expect(messageOf({ ...production, [name]: '0' })).toBe(
      `The configuration is wrong:\n  ${name}: must not be 0 in production, because the health check and the load ` +
        'balancer need to know the port. Set 1 to 65,535',
    );
  });

  it.each(['/metrics', '/Metrics/x', '/openapi.json', '/health', '/v2', '/v2/places'])(
    'rejects BASE_PATH=%s, which would hide a path of the service',
    (BASE_PATH) => {
      expect(messageOf({ BASE_PATH })).toMatch(/BASE_PATH: must not begin as a path of the service/);
    },
  );

  it('serves /explore by default, except in production', () => {
    expect(readEnvironment(required)).toHaveProperty('EXPLORE', true);
    expect(readEnvironment(production)).toHaveProperty('EXPLORE', false);
    expect(readEnvironment({ ...production, EXPLORE: 'true' }).EXPLORE).toBe(true);
    expect(readEnvironment({ ...required, EXPLORE: 'false' }).EXPLORE).toBe(false);
  });

  it.each([
    ['http://api', 'http://api/api'],
    ['https://x.example.org/api', 'https://x.example.org/api'],
    ['https://x.example.org/v/api/', 'https://x.example.org/v/api'],
    ['https://x.example.org/other', 'https://x.example.org/other/api'],
  ])('adds the base path to the path of PUBLIC_URL=%s', (given, address) => {
    const environment = { ...required, PUBLIC_URL: given, BASE_PATH: '/api' };
    expect(readEnvironment(environment).PUBLIC_URL).toBe(address);
  });

  it('accepts map tiles with three placeholders, and explains what is wrong with others', () => {
    const tiles = 'https://tiles.example.org/{z}/{x}/{y}.png?key=1';
    expect(readEnvironment({ ...required, MAP_TILES_URL: tiles }).MAP_TILES_URL).toBe(tiles);
    for (const wrong of ['https://{s}.example.org/{z}/{x}/{y}', 'https://a/{z}/{x}', 'https://a/{z}/{x}/{y}/{y}']) {
      expect(messageOf({ ...required, MAP_TILES_URL: wrong })).toContain('MAP_TILES_URL: must');
    }
    expect(messageOf({ ...required, MAP_TILES_URL: 'tiles/{z}/{x}/{y}' })).toContain('must look like https://tiles');
  });
});
