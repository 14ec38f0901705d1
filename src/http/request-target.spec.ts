import { originForm, pathOf } from './request-target.js';

describe('the target of a request', () => {
  it.each([
    ['/v2/places?q=a', '/v2/places?q=a', '/v2/places'],
    ['http://a.example.org/metrics?x=1?y', '/metrics?x=1?y', '/metrics'],
    ['HTTPS://a.example.org:8443/health/live', '/health/live', '/health/live'],
    ['http://a.example.org?x=/metrics', '/?x=/metrics', '/'],
    ['http://a.example.org', '/', '/'],
    ['*', '/*', '/*'],
    ['/a>b?c="d"', '/a%3Eb?c=%22d%22', '/a%3Eb'],
  ])('%s is %s, whose path is %s', (target, origin, path) => {
    expect([originForm(target), pathOf(target)]).toEqual([origin, path]);
  });
});
