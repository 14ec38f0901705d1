import { type Request } from 'express';
import { readTokenRequest, TokenRequestError } from './token-request.js';

function read(body: string, { authorization = '', url = '/v2/oauth/token', query = false } = {}) {
  const request = { headers: { ...(authorization && { authorization }) }, originalUrl: url } as Request;
  return readTokenRequest(request, body, query);
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('readTokenRequest', () => {
  it('reads the form', () => {
    expect(read('grant_type=password&username=a%40b&password=x+y%2B~')).toEqual({
      grant_type: 'password',
      username: 'a@b',
      password: 'x y+~',
    });
  });

  it('takes empty parameters for absent ones, also beside the same ones with a value', () => {
    expect(read('code=&username=&scope=&a=1&a=&')).toEqual({ a: '1' });
    expect(read('')).toEqual({});
  });

  it.each([
    ['read', 'read'],
    ['read,write', 'read write'],
    ['read%20write', 'read write'],
    ['+,read+,+write,,', 'read write'],
    [',', undefined],
    ['+', undefined],
  ])('separates scopes: %s', (written, scope) => {
    expect(read(`scope=${written}`).scope).toBe(scope);
  });

  it.each([
    ['app:secret', 'app', 'secret'],
    ['app:a:b', 'app', 'a:b'],
    ['app:', 'app', ''],
    ['app:a~b', 'app', 'a~b'],
    ['a%3Ab:%7E%25', 'a:b', '~%'],
    ['app:50%', 'app', '50%'],
    ['app:%zz', 'app', '%zz'],
    ['app:a+b', 'app', 'a b'],
  ])('reads Basic credentials, encoded as the RFC says or not: %s', (text, id, secret) => {
    expect(read('', { authorization: basic(text) })).toEqual({ client_id: id, client_secret: secret });
  });

  it.each(['BASIC', 'basic'])('takes the scheme in any case: %s', (scheme) => {
    expect(read('', { authorization: basic('a:b').replace('Basic', scheme) })).toEqual({
      client_id: 'a',
      client_secret: 'b',
    });
  });

  it('leaves other schemes alone', () => {
    expect(read('a=1', { authorization: 'Bearer x' })).toEqual({ a: '1' });
  });

  it('reads the query only where that is switched on', () => {
    const url = '/v2/oauth/token?client_id=a&client_secret=b&scope=';
    expect(read('x=1', { url })).toEqual({ x: '1' });
    expect(read('x=1', { url, query: true })).toEqual({ x: '1', client_id: 'a', client_secret: 'b' });
    expect(read('', { url: '/?username=a&password=b&token=c', query: true })).toEqual({});
  });

  it.each([
    ['a parameter twice', 'a=1&a=1', {}, 'The parameter a stands more than once'],
    ['one in the body and in the query', 'scope=a', { url: '/?scope=a', query: true }, 'scope stands more than once'],
    ['a secret beside Basic', 'client_secret=x', { authorization: basic('a:b') }, 'more than one way'],
    ['a value that cannot be decoded', 'a=%zz', {}, 'The parameter "a" cannot be read'],
    ['NUL', 'a=%00', {}, 'The parameter "a" cannot be read'],
    ['Basic without credentials', '', { authorization: 'Basic' }, 'The Basic credentials cannot be read'],
    ['Basic that is no base64', '', { authorization: 'Basic !!' }, 'The Basic credentials cannot be read'],
    ['Basic without a colon', '', { authorization: basic('app') }, 'The Basic credentials cannot be read'],
    ['NUL in Basic', '', { authorization: basic('a\0:b') }, 'The Basic credentials cannot be read'],
  ])('refuses %s', (_, body, options, message) => {
    expect(() => read(body, options)).toThrow(TokenRequestError);
    expect(() => read(body, options)).toThrow(message);
  });
});
