import { formTargets, withAnswer } from './redirect-address.js';

const web = 'https://app.example.com/callback?from=places';

describe('withAnswer', () => {
  const answer = [
    ['code', 'a b'],
    ['state', '&"<\r\n'],
  ] as const;

  it.each([
    ['https://a.example/cb', 'https://a.example/cb?code=a%20b&state=%26%22%3C%0D%0A'],
    ['https://a.example/cb?x=%7E', 'https://a.example/cb?x=%7E&code=a%20b&state=%26%22%3C%0D%0A'],
    ['https://a.example/cb?', 'https://a.example/cb?code=a%20b&state=%26%22%3C%0D%0A'],
    ['com.example.app:/cb', 'com.example.app:/cb?code=a%20b&state=%26%22%3C%0D%0A'],
  ])('adds to the query and leaves the rest as it is: %s', (address, expected) => {
    expect(withAnswer(address, answer)).toBe(expected);
  });
});

describe('formTargets', () => {
  it('are the schemes of what a client has registered, and https wherever it sends people on to', () => {
    expect(formTargets([web, 'http://127.0.0.1/cb', 'http://[::1]/cb', 'com.example.app:/cb'])).toEqual([
      'https:',
      'http:',
      'com.example.app:',
    ]);
    expect(formTargets([])).toEqual(['https:']);
  });
});
