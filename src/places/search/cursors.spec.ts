import { createHmac, hash } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { Cursors } from './cursors.js';

describe('a cursor mark', () => {
  const secret = 'secret';
  const cursors = new Cursors({ query: () => Promise.resolve([{ value: secret }]) } as unknown as DataSource);
  const cursor = { pointInTime: 'pit', after: ['a'], stage: undefined, now: 1, unknownHours: undefined };

  const signed = (parts: readonly unknown[]): string => {
    const content = Buffer.from(JSON.stringify(parts)).toString('base64url');
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
  };

  it('continues its own search only', async () => {
    const mark = await cursors.write(cursor, 'a search');
    expect(await cursors.parse(mark, 'a search')).toEqual(cursor);
    await expect(cursors.parse(mark, 'other')).rejects.toThrow('belongs to another search');
    await expect(cursors.parse(`${mark}x`, 'a search')).rejects.toThrow('is not a cursor mark of this service');
  });

  it('of an earlier format is rejected, because its stage may mean something else', async () => {
    const fingerprint = hash('sha256', 'a search', 'base64url').slice(0, 22);
    const mark = signed(['pit', ['a'], fingerprint, { where: { relation: 'first' } }, 1, null]);
    await expect(cursors.parse(mark, 'a search')).rejects.toThrow('an older release');
  });
});
