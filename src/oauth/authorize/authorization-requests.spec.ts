import { responseLocation } from './authorization-requests.js';

describe('responseLocation', () => {
  const added = 'code=a%20b&state=%26%22%3C%0D%0A&iss=https%3A%2F%2Fdirectory.example';

  it.each([
    ['https://a.example/cb', `https://a.example/cb?${added}`],
    ['https://a.example/cb?x=%7E', `https://a.example/cb?x=%7E&${added}`],
    ['https://a.example/cb?', `https://a.example/cb?${added}`],
    ['com.example.app:/cb', `com.example.app:/cb?${added}`],
  ])('adds to the query of %s and leaves the rest as it is', (redirectUri, expected) => {
    const target = { redirectUri, state: '&"<\r\n' };
    expect(responseLocation(target, [['code', 'a b']], 'https://directory.example')).toBe(expected);
  });
});
