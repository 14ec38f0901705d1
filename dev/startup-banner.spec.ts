import { PassThrough } from 'node:stream';
import { startupBanner } from './startup-banner.js';

const state = {
  address: 'http://localhost:3000',
  token: 'abc',
  dataDir: '.data',
  logFile: '.data/service.log',
  demonstration: true,
  milliseconds: 19_040,
};

const on = (colors: boolean) => Object.assign(new PassThrough(), { hasColors: () => colors });

describe('the summary of npm start', () => {
  it('is aligned, and has addresses, the account and commands to paste', () => {
    expect(startupBanner(state, on(false))).toBe(`
  Place Directory is ready after 19.0 s.

  Explore      http://localhost:3000/explore
               sign in as maria@example.com, password demo-password
  Try the API  http://localhost:3000/docs
  Service      http://localhost:3000/
  Commands     npm run cli -- --help
  Data         .data, kept between starts
  Log          .data/service.log

# Search with a new token
curl -s -H 'Authorization: Bearer abc' 'http://localhost:3000/v2/places?q=mercado&rows=3'
# Get another token
curl -s -u demo-app:demo-app-secret -d grant_type=client_credentials http://localhost:3000/v2/oauth/token

  Ctrl-C stops everything.
`);
  });

  it('names no account without demonstration data', () => {
    expect(startupBanner({ ...state, demonstration: false }, on(false))).not.toContain('maria');
  });
});
