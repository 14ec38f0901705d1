import { discreet } from './discretion.js';

describe('discreet()', () => {
  it.each([
    ['GET /v2/users/maria%40example.com/verify', 'GET /v2/users/[e-mail]/verify'],
    ['no user maria.silva+x@example.com.br here', 'no user [e-mail] here'],
    ['Key (email)=(maria@example.com) already exists', 'Key (email)=([e-mail]) already exists'],
    ['Authorization: Bearer abc_DEF-123~4=', 'Authorization: Bearer [credentials]'],
    ['authorization: basic ZGVtbzpzZWNyZXQ=', 'authorization: basic [credentials]'],
    ['/v2/places?access_token=abc&q=x', '/v2/places?access_token=[removed]&q=x'],
    ['client_secret=s%3Fcret&code=1&password=p', 'client_secret=[removed]&code=[removed]&password=[removed]'],
    ['postgres://user:pa$$w0rd@db.example.org:5432/x', 'postgres://[account]@db.example.org:5432/x'],
    ['https://elastic:geheim@es:9200', 'https://[account]@es:9200'],
  ])('takes the secret out of %s', (text, clean) => {
    expect(discreet(text)).toBe(clean);
  });

  it.each([
    'at /app/node_modules/@nestjs/core/router/router-proxy.js:9:23',
    'Searched for bearer and basic things in 12 ms',
    '{"level":30,"route":"/v2/users/:email/verify","status":404}',
    'café @ praça',
  ])('leaves %s', (text) => {
    expect(discreet(text)).toBe(text);
  });

  it('takes no time with a long text that looks like the beginning of an address', () => {
    // A pattern that tries every beginning to its end would take minutes here, and the test end by its time limit.
    const text = `${'a'.repeat(1_000_000)}@`;
    expect(discreet(text)).toBe(text);
  });
});
