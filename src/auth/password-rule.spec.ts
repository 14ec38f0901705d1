import { isTooLong, passwordFault } from './password-rule.js';

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
      'password',
      'PassWord',
      ' password ',
      'ｐａｓｓｗｏｒｄ',
      '12345678',
      '1234567890',
      'qwerty123',
      'iloveyou',
      'princesa',
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
