import { processorTime } from '../../test/support/processor-time.js';
import { redact, redactLine } from './redaction.js';

describe('redact()', () => {
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
    ['client_secret="s3cret" was sent', 'client_secret=[removed] was sent'],
    ['password="a \\" b", code=\'c d\', next', 'password=[removed], code=[removed], next'],
    ['{"told":"client_secret=\\"s3cret\\""}', '{"told":"client_secret=[removed]"}'],
    ["client_secret='ab'cdef&x=1", 'client_secret=[removed]&x=1'],
    ["password=''rest", 'password=[removed]'],
    ['password="abc"def', 'password=[removed]'],
    ['password="never ends', 'password=[removed]'],
    [
      'GET /cb?token=abc&id_token=d&x=1#access_token=e',
      'GET /cb?token=[removed]&id_token=[removed]&x=1#access_token=[removed]',
    ],
    ['{"password":"x","id":7}', '{"password":[removed],"id":7}'],
    ['{"password" : "a\\"b, c","id":7}', '{"password" : [removed],"id":7}'],
    ["{ password: 'it\\'s', newPassword: 12, id: 7 }", '{ password: [removed], newPassword: [removed] id: 7 }'],
    ['{"refresh_token":["a","b"],"api_key":null}', '{"refresh_token":[removed],"api_key":null}'],
    ['password: hunter2', 'password: [removed]'],
    ['PGPASSWORD=hunter2 psql', 'PGPASSWORD=[removed] psql'],
    ['<password>hunter2</password>', '<password>[removed]'],
    ['Key (token)=(abc) already exists', 'Key (token)=[removed] already exists'],
    ['body=password%3Da%2526b&x=1', 'body=password%3D[removed]&x=1'],
    ['%7B%22password%22%3A%22x%22%7D', '%7B%22password%22%3A[removed]'],
    [
      '{"grant_type":"authorization_code","code":"SplxlOBeZQQ8"}',
      '{"grant_type":"authorization_code","code":[removed]}',
    ],
    ['Cookie: __Host-place-directory-session=abc; theme=dark\nHost: a', 'Cookie: [removed]\nHost: a'],
    ['set-cookie: sid=1; Path=/', 'set-cookie: [removed]'],
    ['{"cookie":"a=1; b=2","host":"x"}', '{"cookie":[removed],"host":"x"}'],
    ["[ 'Host', 'x', 'Cookie', 'a=1; b=2', 'Accept', '*/*' ]", "[ 'Host', 'x', 'Cookie', [removed], 'Accept', '*/*' ]"],
    ['Authorization: Digest username="maria", response="abc"', 'Authorization: Digest [credentials]'],
    ['Authorization: abc def', 'Authorization: [removed]'],
    ['"authorization":"Basic YTpi"', '"authorization":[removed]'],
    ['sent Basic YTpi and Bearer s3cret', 'sent Basic [credentials] and Bearer [credentials]'],
    ['postgres://user:p@ss@db/x', 'postgres://[account]@db/x'],
    ['postgres://user:p/ss@db.example.org/x', 'postgres://[account]@db.example.org/x'],
    ['amqp:\\/\\/user:pass@mq/x', 'amqp:\\/\\/[account]@mq/x'],
    ['url=postgres%3A%2F%2Fuser%3Apass%40db', 'url=postgres%3A%2F%2F[account]@db'],
    ['ü@exämple.de, 用户@例子.公司, a@xn--exmple-cua.de', '[e-mail], [e-mail], [e-mail]'],
    ['/v2/users/%C3%BC%40ex%C3%A4mple.de/verify', '/v2/users/[e-mail]/verify'],
    ['q=maria%2540example%2Ecom', 'q=[e-mail]'],
    ['maria\\u0040example.com and maria&#64;example.com', '[e-mail] and [e-mail]'],
    ['"maria silva"@example.com or maria@[192.0.2.1]', '[e-mail] or [e-mail]'],
    [`${'x'.repeat(100)}@example.com a@b@example.com`, '[e-mail] [e-mail]'],
  ])('redacts %s', (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it.each([
    'at /app/node_modules/@nestjs/core/router/router-proxy.js:9:23',
    'Searched for bearer and basic things in 12 ms',
    '{"level":30,"route":"/v2/users/:email/verify","status":404}',
    'café @ praça',
    'Lost the connection for token revocations; not caching tokens: connect ECONNREFUSED',
    'POST /v2/oauth/token: 503',
    '{"code":"ECONNREFUSED","status":503}, {"code":"user_not_found"}, {"code":"42P01"}, error code: 23505',
    '{"token":null,"sessions":true}',
    'http://localhost:3000/v2/places?q=a',
  ])('leaves %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('is fast for a long secret without an end', () => {
    expect(redact(`password="${'\\"a'.repeat(500_000)}`)).toBe('password=[removed]');
  });

  it('redacts JSON inside JSON, however often it is nested', () => {
    const secret = String.raw`vq"xq\', "zq`;
    let text = JSON.stringify({ user: 'maria', password: secret, client_secret: 'top', last: `\\` });
    for (let depth = 0; depth < 4; depth += 1) {
      const clean = redact(text);
      expect([depth, clean]).toEqual([depth, expect.not.stringMatching(/top|[vxz]q/)]);
      expect(clean).toContain('maria');
      text = JSON.stringify({ body: text });
    }
  });

  it.each([
    ...['password', 'password=', 'password="', "password='", 'password:\\"', '"password":{', 'password%3D'],
    ...['token ', 'code=', '"code":"', 'cookie:', "'cookie','", 'Bearer ', 'Bearer a', 'authorization: Basic '],
    ...[...'a@ a@b. "a "@ a%40 %2e @%2e a@b%2e :// ://a: ://a@ %3a%2f%2f'.split(' '), '\\', '\\\\"', '"', "'"],
  ])('takes linear time for many times %j', (part) => {
    const time = processorTime(() => {
      for (const start of ['', 'password=\\"', 'a@b', 'Cookie: ', '://a:'])
        redact(start + part.repeat(50_000 / part.length));
    });
    expect(time).toBeLessThan(1000);
  });

  it('is fast for a long text that looks like the start of an e-mail address', () => {
    // A pattern with backtracking would take minutes, and the test would time out.
    const text = `${'a'.repeat(1_000_000)}@`;
    expect(redact(text)).toBe(text);
  });
});
describe('redactLine()', () => {
  it.each([
    ['client_secret="s3cret"', 'client_secret=[removed]'],
    ['failed:\nmaria@example.com', 'failed:\n[e-mail]'],
    ['a\tBearer\nabc_DEF-123~4=', 'a\tBearer [credentials]'],
    ['C:\\users\\maria@example.com', 'C:\\users\\[e-mail]'],
  ])('redacts a line of JSON, which stays valid: %j', (text, clean) => {
    const line = (secret: string) =>
      `${JSON.stringify({ level: 30, msg: secret, err: { causes: [secret], [secret]: null } })}\n`;
    expect(redactLine(line(text))).toBe(line(clean));
  });

  it('redacts members by their names', () => {
    const line = {
      msg: 'x',
      password: 'a',
      clientSecret: 1,
      headers: { cookie: ['a=1'], accept: '*/*' },
      code: 'aB3xyz',
    };
    const clean = {
      ...{ msg: 'x', password: '[removed]', clientSecret: '[removed]' },
      ...{ headers: { cookie: '[removed]', accept: '*/*' }, code: '[removed]' },
    };
    expect(JSON.parse(redactLine(JSON.stringify(line)))).toEqual(clean);
    const harmless = { tokens: 3, err: { code: 'ECONNREFUSED', type: 'tokenizer' }, password: null };
    expect(JSON.parse(redactLine(JSON.stringify(harmless)))).toEqual(harmless);
  });

  it('leaves a line without secrets, and redacts a line that is not JSON', () => {
    const line = '{"level":30, "route":"/v2/users/:email/verify"}\n';
    expect(redactLine(line)).toBe(line);
    expect(redactLine('no user maria@example.com')).toBe('no user [e-mail]');
  });
});
