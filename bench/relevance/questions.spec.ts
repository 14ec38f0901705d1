import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NamedPlace } from './places.js';

import { isRight, readQuestions } from './questions.js';

const at = (lat: number, lng: number) => ({ lat: String(lat), lng: String(lng) });

const park: NamedPlace = { name: 'Eden Park', address: { city: 'Auckland' }, location: at(-36.88, 174.76) };
const cafe: NamedPlace = {
  name: 'Blend',
  address: { city: 'Auckland', district: 'Mt Eden', street: 'Gt North Rd', number: '12', zipcode: 'AB1 2CD' },
  categories: [{ name: 'Food', subcategory: { name: 'Coffee & Tea' } }],
  location: at(-36.881, 174.761),
  phones: ['6491234567'],
};
const other: NamedPlace = { name: 'Cafe Mt Wellington', address: { city: 'Auckland', district: 'Mt Wellington' } };

describe('readQuestions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'questions-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const read = (rule: string, q = 'what people type') => {
    const file = join(folder, 'questions.txt');
    writeFileSync(file, `# Comment\nkind cafe = coffee / caf[eé]\n\n[topic]\n${q} => ${rule}\n`);
    const question = readQuestions(file, [park, cafe, other]).questions.topic?.[0];
    if (!question) throw new Error('No question was read.');
    return question;
  };

  it.each([
    ['cafe', [cafe, other]],
    ['cafe in:mt_eden', [cafe]],
    ['in:wellington', []],
    ['/eden|blend/', [park, cafe]],
    ['category:/tea/', [cafe]],
    ['near:/^eden park$/ cafe', [cafe]],
    ['centre:-36.88,174.76 within:1', [park, cafe]],
    ['street:/^gt north/ number:12', [cafe]],
    ['street:gt_north_rd city:auckland', [cafe]],
    ['zipcode:ab12cd', [cafe]],
    ['phone:6491234567', [cafe]],
  ])('reads %s', (rule, accepted) => {
    expect([park, cafe, other].filter(read(rule).accepts)).toEqual(accepted);
  });

  it.each([
    ['pizza', 'read'],
    ['pizza hut', 'held out'],
  ])('keeps "%s" in the half: %s', (q, half) => {
    expect([read('cafe', q).half, read('cafe nothing', q).half]).toEqual([half, half]);
  });

  it('sends the centre', () => {
    expect(read('cafe centre:-36.88,174.76').parameters).toEqual({
      'location.lat': '-36.88',
      'location.lng': '174.76',
    });
  });

  it('judges an empty page and a missing centre', () => {
    expect(isRight(read('cafe nothing'), { places: [], header: {} })).toBe(true);
    expect(isRight(read('cafe nothing'), { places: [cafe], header: {} })).toBe(false);
    expect(isRight(read('cafe asks-centre'), { places: [cafe], header: { words: ['centre'] } })).toBe(false);
    expect(isRight(read('cafe asks-centre'), { places: [park], header: { near: { needs: 'centre' } } })).toBe(false);
    expect(isRight(read('cafe asks-centre'), { places: [cafe], header: { near: { needs: 'centre' } } })).toBe(true);
  });

  it.each(['pub', 'unknown:1'])('rejects %s', (rule) => {
    expect(() => read(rule)).toThrow(/No (kind|condition)/u);
  });
});
