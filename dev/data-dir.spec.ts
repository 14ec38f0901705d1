import { resolve } from 'node:path';
import { dataHome } from './data-dir.js';

describe('the folder of data', () => {
  it.each([
    [undefined, '.data'],
    ['', '.data'],
    ['elsewhere', 'elsewhere'],
  ])('is for DATA_DIR=%s', (given, expected) => {
    expect(dataHome(given === undefined ? {} : { DATA_DIR: given })).toBe(resolve(expected));
  });
});
