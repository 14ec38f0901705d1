import { execFileSync } from 'node:child_process';
import { snippets } from './snippets.js';

const url = `http://localhost/v2/places?q=it's%20"$HOME"\\`;

describe('snippets', () => {
  it('sends the address in JavaScript with the token of the environment', () => {
    const fetchStub = 'globalThis.fetch = async (...given) => (console.log(JSON.stringify(given)), Response.json({}));';
    const program = `${fetchStub}\n${snippets.JavaScript(url, 'application/json')}`;
    const output = execFileSync('node', ['--input-type=module', '-e', program], {
      env: { ...process.env, TOKEN: 'secret' },
      encoding: 'utf8',
    });
    expect(JSON.parse(output.split('\n')[0] ?? '')).toEqual([
      url,
      { headers: { Accept: 'application/json', Authorization: 'Bearer secret' } },
    ]);
  });

  it('quotes the address in Python as JSON does, which Python reads alike', () => {
    const lines = snippets.Python(url, 'application/xml').split('\n');
    expect(lines).toContain(`    ${JSON.stringify(url)},`);
    expect(lines.join('\n')).toContain('"Accept": "application/xml"');
  });
});
