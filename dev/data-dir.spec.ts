import { resolve } from 'node:path';
import { dataDirOf } from './data-dir.js';

describe('dataDirOf', () => {
  it.each([
    [undefined, '.data'],
    ['', '.data'],
    ['elsewhere', 'elsewhere'],
  ])('resolves DATA_DIR=%s', (given, expected) => {
    expect(dataDirOf(given === undefined ? {} : { DATA_DIR: given })).toBe(resolve(expected));
  });
});
