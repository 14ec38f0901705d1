import { originForm, pathOf } from './request-target.js';

describe('originForm and pathOf', () => {
  it.each([
    ['/v2/places?q=a', '/v2/places?q=a', '/v2/places'],
    ['http://a.example.org/metrics?x=1?y', '/metrics?x=1?y', '/metrics'],
    ['HTTPS://a.example.org:8443/health/live', '/health/live', '/health/live'],
    ['http://a.example.org?x=/metrics', '/?x=/metrics', '/'],
    ['http://a.example.org', '/', '/'],
    ['*', '/*', '/*'],
    ['/v2/users/x/following#y?a=b#c', '/v2/users/x/following%23y?a=b%23c', '/v2/users/x/following%23y'],
    ['/metrics#/v2', '/metrics%23/v2', '/metrics%23/v2'],
    ['http://a.example.org#b', '/%23b', '/%23b'],
    ['/a>b?c="d"', '/a%3Eb?c=%22d%22', '/a%3Eb'],
  ])('%s is %s, whose path is %s', (target, origin, path) => {
    expect([originForm(target), pathOf(target)]).toEqual([origin, path]);
  });
});
