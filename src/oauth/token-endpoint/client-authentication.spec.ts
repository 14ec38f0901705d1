import { type Request } from 'express';
import { OAuthError } from './oauth-middleware.js';
import { readTokenRequest } from './client-authentication.js';

function read(body: string, { authorization = '', url = '/v2/oauth/token', allowQuery = false } = {}) {
  const request = { headers: { ...(authorization && { authorization }) }, originalUrl: url } as Request;
  return readTokenRequest(request, body, allowQuery);
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

  it('treats empty parameters as absent, even beside the same parameter with a value', () => {
    expect(read('code=&username=&scope=&a=1&a=&')).toEqual({ a: '1' });
    expect(read('')).toEqual({});
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
  ])('reads Basic credentials, form-encoded (RFC 6749) or plain: %s', (text, id, secret) => {
    expect(read('', { authorization: basic(text) })).toEqual({ client_id: id, client_secret: secret });
  });

  it.each(['BASIC', 'basic'])('reads the scheme in any case: %s', (scheme) => {
    expect(read('', { authorization: basic('a:b').replace('Basic', scheme) })).toEqual({
      client_id: 'a',
      client_secret: 'b',
    });
  });

  it('ignores other schemes', () => {
    expect(read('a=1', { authorization: 'Bearer x' })).toEqual({ a: '1' });
  });

  it.each([
    ['a parameter twice', 'a=1&a=1', {}, 'The parameter a is given more than once'],
    [
      'a parameter in the body and in the query',
      'scope=a',
      { url: '/?scope=a', allowQuery: true },
      'scope is given more than once',
    ],
    ['a secret beside Basic', 'client_secret=x', { authorization: basic('a:b') }, 'more than one way'],
    ['a value that cannot be decoded', 'a=%zz', {}, 'The parameter "a" cannot be decoded'],
    ['NUL', 'a=%00', {}, 'The parameter "a" cannot be decoded'],
    ['Basic without credentials', '', { authorization: 'Basic' }, 'The Basic credentials cannot be decoded'],
    ['Basic that is no base64', '', { authorization: 'Basic !!' }, 'The Basic credentials cannot be decoded'],
    ['Basic without a colon', '', { authorization: basic('app') }, 'The Basic credentials cannot be decoded'],
    ['NUL in Basic', '', { authorization: basic('a\0:b') }, 'The Basic credentials cannot be decoded'],
  ])('rejects %s', (_, body, options, message) => {
    expect(() => read(body, options)).toThrow(OAuthError);
    expect(() => read(body, options)).toThrow(message);
  });
});
