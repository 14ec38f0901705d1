import { isLocal } from './admin-server.js';

describe('isLocal', () => {
  it.each([
    ['127.0.0.1', {}, true],
    ['127.8.8.8', {}, true],
    ['::1', {}, true],
    ['::ffff:127.0.0.1', {}, true],
    ['10.0.0.7', {}, false],
    ['::ffff:192.168.1.2', {}, false],
    ['fe80::1%eth0', {}, false],
    ['2001:db8::1', {}, false],
    [undefined, {}, false],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, false],
    ['::1', { forwarded: 'for=127.0.0.1' }, false],
    ['127.0.0.1', { 'x-real-ip': '203.0.113.9' }, false],
    ['127.0.0.1', { via: '1.1 proxy' }, false],
    ['127.0.0.1', { 'user-agent': 'Prometheus/3.0' }, true],
  ])('from %s with %j: %s', (address, headers, expected) => {
    expect(isLocal(address, headers, { NODE_ENV: 'development', TRUST_PROXY: false })).toBe(expected);
  });

  it.each([
    { NODE_ENV: 'production', TRUST_PROXY: false },
    { NODE_ENV: 'development', TRUST_PROXY: 1 },
    { NODE_ENV: 'test', TRUST_PROXY: 'loopback' },
  ] as const)('from nowhere with %j: a proxy may add no headers', (environment) => {
    expect(isLocal('127.0.0.1', {}, environment)).toBe(false);
  });
});
