import { hash, verify } from '@node-rs/argon2';
import {
  clientDecoys,
  decoysFor,
  findMatchingHash,
  hashSecret,
  isAffordableHash,
  isOwnHash,
  verifySecret,
  isTooLong,
  passwordFault,
} from './passwords.js';

beforeAll(() => {
  jest.spyOn(jest.requireActual<{ verify: typeof verify }>('@node-rs/argon2'), 'verify');
});

const own = '$argon2id$v=19$m=19456,t=2,p=1';
describe('verifySecret', () => {
  it('accepts the right secret only', async () => {
    const hashed = await hashSecret('right');
    expect([await verifySecret('right', hashed), await verifySecret('wrong', hashed)]).toEqual([true, false]);
    expect(isOwnHash(hashed)).toBe(true);
  });

  it.each(['', 'right', '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'])(
    'rejects every secret without a hash of argon2: %j',
    async (hashed) => {
      expect(await verifySecret('right', hashed)).toBe(false);
    },
  );

  it.each(['$c29t$aGFzaA', '$', '', '$c29tZXNhbHQ$' + '+'.repeat(45)])(
    'rejects every secret with a broken hash: %j',
    async (end) => {
      expect(await verifySecret('right', `${own}${end}`)).toBe(false);
    },
  );

  it('accepts hashes of usual parameters, and rejects a hash that costs too much without computing it', async () => {
    const usual = await hash('right', { memoryCost: 65_536, timeCost: 4, parallelism: 1 });
    expect(await verifySecret('right', usual)).toBe(true);
    const costly = await hash('right', { memoryCost: 65_536, timeCost: 9, parallelism: 1 });
    expect(await verifySecret('right', costly)).toBe(false);
    // Two of these at once would need 8 GiB.
    const huge = usual.replace('m=65536', 'm=4194304');
    jest.mocked(verify).mockClear();
    expect(await Promise.all([verifySecret('right', huge), verifySecret('right', huge)])).toEqual([false, false]);
    expect(verify).not.toHaveBeenCalled();
  });
});
/** The work of a failed comparison: the parameters of all computed hashes, in their order. */
describe('a failed comparison computes the same', () => {
  const dear = '$argon2id$v=19$m=32768,t=3,p=1';
  const parallel = '$argon2id$v=19$m=24576,t=2,p=4';
  const random = (parameters: string) => `${parameters}$c29tZXNhbHRzb21lc2FsdA$${'aGFzaA'.repeat(6)}aGFzaGE`;

  async function computed(hashes: readonly string[], decoys: readonly string[]): Promise<string[]> {
    jest.mocked(verify).mockClear();
    expect(await findMatchingHash({ secret: 'wrong', hashes, decoys })).toBeUndefined();
    return jest.mocked(verify).mock.calls.map(([hashed]) => String(hashed).split('$').slice(0, 4).join('$'));
  }

  it.each([
    ['of a user without a hash, or an unknown or disabled one', []],
    ['with our parameters', [own]],
    ['with the dearest', [dear]],
    ['with others', [parallel]],
    ['of another kind', ['$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy']],
    ['that is too costly', ['$argon2id$v=19$m=1048576,t=9,p=1$c29tZXNhbHQ$aGFzaA']],
  ])('for the hash %s', async (_, hashes) => {
    const hash = hashes.map((text) => (text.split('$').length === 4 ? random(text) : text));
    expect(await computed(hash, decoysFor([dear, own, parallel]))).toEqual([own, dear, parallel]);
  });

  it('for clients with none, one or two secrets', async () => {
    for (const hashes of [[], [random(own)], [random(own), random(own)]])
      expect(await computed(hashes, clientDecoys)).toEqual([own, own]);
  });

  it('and a decoy of the same cost for a hash that is broken', async () => {
    expect(await computed([`${dear}$x$y`], decoysFor([dear]))).toEqual([own, dear, dear]);
  });

  it('and stops at the hash that matches', async () => {
    const right = await hash('right', { memoryCost: 32_768, timeCost: 3, parallelism: 1 });
    jest.mocked(verify).mockClear();
    expect(await findMatchingHash({ secret: 'right', hashes: [right], decoys: decoysFor([dear, parallel]) })).toBe(
      right,
    );
    expect(verify).toHaveBeenCalledTimes(2);
  });
});
describe('decoysFor', () => {
  const dearest = '$argon2id$v=19$m=131072,t=4,p=1';
  const dear = '$argon2id$v=19$m=65536,t=8,p=1';
  const cheap = '$argon2id$v=19$m=4096,t=3,p=1';

  it('has ours first, then the dearest', () => {
    expect(decoysFor([])).toEqual([own]);
    expect(decoysFor([cheap, own, dearest])).toEqual([own, dearest, cheap]);
  });

  it('leaves out what cannot be computed, and what would cost too much together', () => {
    expect(decoysFor(['x', '$argon2id$v=19$m=7,t=1,p=1', '$argon2id$v=19$m=131073,t=1,p=1'])).toEqual([own]);
    expect(decoysFor([dear, dearest, cheap])).toEqual([own, dearest, cheap]);
  });
});
describe('isAffordableHash', () => {
  it.each([
    ['$argon2id$v=19$m=19456,t=2,p=1$', true],
    ['$argon2id$v=19$m=102400,t=2,p=8$', true],
    ['$argon2id$v=19$m=131072,t=4,p=1$', true],
    ['$argon2id$v=19$m=131073,t=1,p=1$', false],
    ['$argon2id$v=19$m=131072,t=5,p=1$', false],
    ['$argon2id$v=19$m=1048576,t=10,p=1$', false],
    ['$argon2id$v=19$m=8,t=65537,p=1$', false],
    ['$argon2i$m=65536,t=8,p=1$', true],
    ['$argon2id$v=19$t=2,m=19456,p=1$', false],
    ['$argon2id$v=19$m=7,t=1,p=1$', false],
    ['$argon2id$v=19$m=16,t=1,p=3$', false],
    ['$argon2id$v=19$m=19456,t=0,p=1$', false],
    ['$argon2id$v=19$m=19456,t=2,p=0$', false],
    ['$argon2id$v=18$m=19456,t=2,p=1$', false],
  ])('is %s: %p', (start, affordable) => {
    expect(isAffordableHash(`${start}c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo`)).toBe(affordable);
  });
});
describe('comparisons of one owner', () => {
  it('delay those of another by one turn, however many wait', async () => {
    const hashed = await hashSecret('right');
    const compare = (client: string) => findMatchingHash({ secret: client, hashes: [hashed], owner: [client, ''] });
    // Computing them all takes longer than a comparison may wait on a busy machine.
    jest.mocked(verify).mockClear();
    for (let count = 0; count < 41; count += 1) jest.mocked(verify).mockResolvedValueOnce(true);
    const busy = Array.from({ length: 40 }, () => compare('busy'));
    await Promise.all([compare('other'), ...busy]);
    const started = jest.mocked(verify).mock.calls.map(([, secret]) => secret);
    // Two run when the other one comes, and one more may have its turn.
    expect(started.indexOf('other')).toBeLessThan(4);
    expect(started).toHaveLength(41);
  });
});

const key = '\u{1F511}';
describe('passwordFault', () => {
  it.each([
    'demo-password',
    'correct horse',
    'vÉrylông',
    '8 chars!',
    'senha-da-Zélia',
    `${key}abc${key}xyz`,
    'abcde'.repeat(200),
    `${key}abcd`.repeat(200),
  ])('accepts a password: case %#', (password) => {
    expect(passwordFault(password, 'maria@example.com')).toBeUndefined();
  });

  it.each(['', 'x', 'seven!7', key.repeat(7), '        ', '   seven!7   ', 'e\u0301e\u0301e'])(
    'rejects %j: too short',
    (password) => {
      expect(passwordFault(password)).toBe('must have 8 characters or more, without spaces around');
    },
  );

  it.each(['x'.repeat(1001), key.repeat(1001)])('rejects a long password: case %#', (password) => {
    expect(passwordFault(password)).toBe('must have 1,000 characters or fewer');
  });

  it.each([
    ...[
      ...'password PassWord'.split(' '),
      ' password ',
      ...'ｐａｓｓｗｏｒｄ 12345678 1234567890 qwerty123 iloveyou princesa'.split(' '),
    ],
    ...['11111111', '00000000', 'aaaaaaaa', 'AAAAAAAA', 'abababab', '123123123', '12341234', 'a'.repeat(21)],
    ...['!!!!!!!!', '........', 'ççççççççç', '\u0430'.repeat(8), key.repeat(8), '\u200bpass\u200bword'],
    ...['abcdefgh', 'ABCDEFGH', 'hgfedcba', '23456789', '9876543210', '0123456789', 'asdfghjkl', 'lkjhgfdsa'],
  ])('rejects %s: common', (password) => {
    expect(passwordFault(password)).toMatch(/^is too common: /);
  });

  it.each(['maria.souza@example.com', 'MARIA.SOUZA@example.com', 'maria.souza', 'Maria.Souza'])(
    'rejects %s: the address',
    (password) => {
      expect(passwordFault(password, 'Maria.Souza@example.com')).toMatch(/^must not be the e-mail address/);
      expect(passwordFault(password, 'joao.lima@example.com')).toBeUndefined();
    },
  );
});
describe('isTooLong', () => {
  it('counts code points, to 1,000', () => {
    expect(['x', key].map((character) => isTooLong(character.repeat(1000)))).toEqual([false, false]);
    expect(['x', key].map((character) => isTooLong(character.repeat(1001)))).toEqual([true, true]);
  });
});
