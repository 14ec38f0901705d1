import fc from 'fast-check';
import { SecretMask } from './mask-secrets.js';

const maskLine = (line: string, size = Infinity): string => {
  const bytes = Buffer.from(line);
  const mask = new SecretMask();
  const parts: Buffer[] = [];
  for (let start = 0; start === 0 || start < bytes.length; start += size) {
    parts.push(mask.mask(bytes.subarray(start, start + size), start + size >= bytes.length));
  }
  return Buffer.concat(parts).toString();
};

const hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaa';

describe('the mask of secrets', () => {
  it.each([
    ['{"id":"m","password":"hunter2","x":1}', '{"id":"m","password":"[masked]","x":1}'],
    ['{"password" : "a\\" b\\\\", "x":1}', '{"password" :"[masked]", "x":1}'],
    ['{"Password":12345}', '{"Password":"[masked]"}'],
    ['{"password":["a","b"],"x":{"passwd":{"y":1}}}', '{"password":"[masked]","x":{"passwd":"[masked]"}}'],
    [
      '{"password-hash":"abc","x-client-secret-2":"abc"}',
      '{"password-hash":"[masked]","x-client-secret-2":"[masked]"}',
    ],
    ['e-mail-2":"maria"', 'e-mail-2":"[masked]"'],
    [`{"passwordHash":"${hash}"}`, '{"passwordHash":"[masked]"}'],
    [`{"hash":"${hash}"}`, '{"hash":"[masked]"}'],
    ['{"x":"$2b$12$abcdefghijklmnopqrstuv./ABC"}', '{"x":"[masked]"}'],
    ['{"email":"maria@localhost"}', '{"email":"[masked]"}'],
    ['{"name":"joão.silva@exämple.com.br, São"}', '{"name":"[masked], São"}'],
    ['{"name":"maria\\u0040example.com"}', '{"name":"[masked]"}'],
    ['id,maria@example.com,"a"', 'id,[masked],"a"'],
    // Broken JSON.
    ['{"password":"never ends', '{"password":"[masked]"'],
    ['{password: hunter2}', '{password:"[masked]"}'],
    ['"{\\"password\\":\\"hunter2\\"}"', '"{\\"password\\":"[masked]"'],
    // Other secrets, and other ways to write them.
    ['{"secret":"hunter2","x":1}', '{"secret":"[masked]","x":1}'],
    ['{"clientSecret":"hunter2","client_secret":"a b"}', '{"clientSecret":"[masked]","client_secret":"[masked]"}'],
    ["{'password': 'hunter 2', 'x': 1}", `{'password':"[masked]", 'x': 1}`],
    [`{'password': 'a\\' "b', 'x': 1}`, `{'password':"[masked]", 'x': 1}`],
    ['{password: correct horse battery, x: 1}', '{password:"[masked]", x: 1}'],
    ['password: correct "horse" battery', 'password:"[masked]"'],
    ['password: null and void', 'password:"[masked]"'],
  ])('replaces those in %s', (line, clean) => {
    expect(maskLine(line)).toBe(clean);
  });

  it.each([
    '{"id":"bad"}',
    '{"email":null,"password":null,"name":"São Paulo"}',
    '{"email":"","password" : ""}',
    '{"name":"Password Café","price":"$2","text":"meet @ the bar"}',
  ])('leaves %s', (line) => {
    expect(maskLine(line)).toBe(line);
  });

  it.each([
    ['id,name,email,password', 'maria,Maria,maria@example.com,hunter2'],
    ['"id";"Client-Secret"', '"maria";"hunter2"'],
    ['\ufeffpassword,id', 'hunter2,maria'],
    ['id\tpasswordHash\tname', 'maria\thunter2\tMaria'],
  ])('replaces whole lines after a header with a column of secrets: %s', (header, line) => {
    const mask = new SecretMask();
    const [first, second, object] = [header, line, '{"id":"m"}'].map((text) => mask.mask(Buffer.from(text)).toString());
    expect([first, second, object]).toEqual([header, '[masked]', '{"id":"m"}']);
    expect(mask.mask(Buffer.from('long,hun'), false).toString() + mask.mask(Buffer.from('ter2')).toString()).toBe(
      '[masked]',
    );
    expect(mask.count).toBe(2);
  });

  it('leaves lines of CSV without such a column', () => {
    const mask = new SecretMask();
    const lines = ['id,name', 'bar,The password is a bar', 'cafe,Secret'];
    expect(lines.map((line) => mask.mask(Buffer.from(line)).toString())).toEqual(lines);
  });

  it('leaves bytes that are not UTF-8', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xa0, 0x40, 0x00, 0x80]);
    expect(new SecretMask().mask(bytes)).toEqual(bytes);
  });

  it('replaces the same wherever the parts of a line end', () => {
    const secrets = fc.constantFrom(
      '"password":"hun\\"ter2",',
      'password: two words,',
      "'secret':'x y',",
      '"email":"a@b.example",',
      ` maria@example.com `,
      hash,
    );
    const other = fc.constantFrom(' '.repeat(700), '"name":"x",', 'é'.repeat(900), '@', '{"a":[', '"');
    fc.assert(
      fc.property(fc.array(fc.oneof(secrets, other)), fc.integer({ min: 1, max: 3000 }), (words, size) => {
        const line = words.join(' ');
        expect(maskLine(line, size)).toBe(maskLine(line));
      }),
    );
  });

  it.each([
    'a@',
    '@',
    'password',
    '"password":',
    '"password":"',
    'email":[',
    "secret:'",
    'password:x',
    '$2a$',
    'a.',
    '\\',
    '\\"',
    'é@é.',
  ])('takes linear time for %j', (part) => {
    const line = part.repeat(1_000_000 / part.length);
    const began = process.cpuUsage();
    maskLine(`${line}@`);
    maskLine(line, 65_536);
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });
});
