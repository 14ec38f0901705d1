import { clientCounters, type Counter, userCounters } from './attempts.js';

const keys = (counters: Counter[]) => counters.map(({ key }) => key.toString('hex'));
describe('attempt counters', () => {
  it('count a user in any case of the name, with spaces around', () => {
    const source = { clientIp: '192.0.2.1' };
    expect(userCounters(' Maria@Example.com', source)).toEqual(userCounters('maria@example.com', source));
  });

  it('count a user over all addresses and clients', () => {
    const sources = [{ clientIp: '192.0.2.1' }, { clientIp: '192.0.2.2' }, { clientId: 'a' }, { clientId: 'b' }];
    const each = sources.map((source) => keys(userCounters('maria@example.com', source)));
    const inAll = each[0]?.filter((key) => each.every((others) => others.includes(key)));
    expect(inAll).toHaveLength(1);
    expect(new Set(each.flat()).size).toBe(7);
  });

  it('keep clients, users and addresses of the same name apart', () => {
    const all = [...clientCounters('x', 'x'), ...userCounters('x', { clientIp: 'x' })];
    expect(new Set(keys(all)).size).toBe(4);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['', 'unknown', false],
    ['192.0.2.1:49152', '192.0.2.1:49153', true],
    ['192.0.2.1:49152', '192.0.2.1', true],
    ['192.0.2.1:49152', '192.0.2.2:49152', false],
    ['::ffff:192.0.2.1:49152', '192.0.2.1', true],
    ['[2001:db8:1:2::1]:49152', '2001:db8:1:2::1', true],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::1', true],
    ['[2001:db8:1:2::1]:49152', '[2001:db8:1:3::1]:49152', false],
    ['2001:db8:1:2:3:4:5:6:49152', '2001:db8:1:2:3:4:5:6:49153', true],
  ])('count %s and %s as one address: %p', (one, other, isSame) => {
    expect(keys(clientCounters('a', one))[1] === keys(clientCounters('a', other))[1]).toBe(isSame);
  });
});
