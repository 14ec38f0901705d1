import { formTargets } from './browser.js';

describe('formTargets', () => {
  it('are https and the schemes of the redirect URIs of a client', () => {
    const registered = [
      'https://app.example.com/callback?from=places',
      'http://127.0.0.1/cb',
      'http://[::1]/cb',
      'com.example.app:/cb',
    ];
    expect(formTargets(registered)).toEqual(['https:', 'http:', 'com.example.app:']);
    expect(formTargets([])).toEqual(['https:']);
  });
});
