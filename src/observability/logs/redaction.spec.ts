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
  ])('redacts %s', (text, clean) => {
    expect(redact(text)).toBe(clean);
  });

  it.each([
    'at /app/node_modules/@nestjs/core/router/router-proxy.js:9:23',
    'Searched for bearer and basic things in 12 ms',
    '{"level":30,"route":"/v2/users/:email/verify","status":404}',
    'café @ praça',
  ])('leaves %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('is fast for a long secret without an end', () => {
    expect(redact(`password="${'\\"a'.repeat(500_000)}`)).toBe('password=[removed]');
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

  it('leaves a line without secrets, and redacts a line that is not JSON', () => {
    const line = '{"level":30, "route":"/v2/users/:email/verify"}\n';
    expect(redactLine(line)).toBe(line);
    expect(redactLine('no user maria@example.com')).toBe('no user [e-mail]');
  });
});
