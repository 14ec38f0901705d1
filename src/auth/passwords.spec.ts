import { hash } from '@node-rs/argon2';
import { hashSecret, isAffordableHash, verifySecret } from './passwords.js';

describe('verifySecret', () => {
  it('accepts the right secret only', async () => {
    const hashed = await hashSecret('right');
    expect([await verifySecret('right', hashed), await verifySecret('wrong', hashed)]).toEqual([true, false]);
  });

  it.each([undefined, null, '', 'right', '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'])(
    'rejects every secret without a hash of argon2: %j',
    async (hashed) => {
      expect(await verifySecret('right', hashed)).toBe(false);
    },
  );

  it('accepts hashes of usual parameters, and rejects a hash that costs too much without computing it', async () => {
    const usual = await hash('right', { memoryCost: 65_536, timeCost: 4, parallelism: 1 });
    expect(await verifySecret('right', usual)).toBe(true);
    const costly = await hash('right', { memoryCost: 65_536, timeCost: 9, parallelism: 1 });
    expect(await verifySecret('right', costly)).toBe(false);
    // Two of these at once would need 8 GiB.
    const huge = usual.replace('m=65536', 'm=4194304');
    expect(await Promise.all([verifySecret('right', huge), verifySecret('right', huge)])).toEqual([false, false]);
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
  ])('is %s: %p', (start, affordable) => {
    expect(isAffordableHash(`${start}c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNo`)).toBe(affordable);
  });
});

describe('comparisons of one share', () => {
  it('delay those of another by one turn, however many wait', async () => {
    const hashed = await hashSecret('right');
    const done: string[] = [];
    const compare = (client: string) =>
      verifySecret('right', hashed, { share: [client, ''] }).then(() => done.push(client));
    const busy = Array.from({ length: 40 }, () => compare('busy'));
    await Promise.all([compare('other'), ...busy]);
    // Two run when the other one comes, and one more may have had its turn.
    expect(done.indexOf('other')).toBeLessThan(6);
    expect(done).toHaveLength(41);
  });
});

describe('the decoy', () => {
  it('is made again after a failure', async () => {
    const argon2 = jest.requireActual<object>('@node-rs/argon2');
    const failing = jest.fn(hash).mockRejectedValueOnce(new Error('out of memory'));
    jest.doMock('@node-rs/argon2', () => ({ ...argon2, hash: failing }));
    await jest.isolateModulesAsync(async () => {
      const isolated = await import('./passwords.js');
      await expect(isolated.verifySecret('right', null)).rejects.toThrow('out of memory');
      expect(await isolated.verifySecret('right', null)).toBe(false);
    });
    jest.dontMock('@node-rs/argon2');
  });
});
