import { grantableScope, parseScope } from './token-families.js';

describe('parseScope', () => {
  it.each([
    ['read', ['read']],
    ['read,write', ['read', 'write']],
    ['read write', ['read', 'write']],
    [' ,read ,  write ,,', ['read', 'write']],
    [',', []],
    [' ', []],
    [undefined, []],
  ])('splits at spaces and commas: %j', (scope, names) => {
    expect(parseScope(scope)).toEqual(names);
  });
});
describe('grantableScope', () => {
  it.each([
    [[], false, ['read']],
    [[], true, ['read', 'trust']],
    [['trust', 'read'], true, ['read', 'trust']],
    [['trust'], true, ['trust']],
    [['read', 'trust', 'write'], false, ['read']],
    [['trust', 'write'], false, []],
  ])('of %j, trusted %j, is %j', (requested, trusted, granted) => {
    expect(grantableScope(requested, { trusted })).toEqual(granted);
  });
});
