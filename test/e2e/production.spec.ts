import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { type Finding } from '../../src/cli/doctor/finding.js';
import { demonstrationClients, demonstrationUser } from '../../src/demonstration/credentials.js';
import { ProductionCheck } from '../../src/demonstration/working-credentials.js';
import { webRequest } from '../support/authorization.js';
import { Directory } from '../support/directory.js';
import { useCommandLine } from '../support/use-command-line.js';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://places.example.org' };

describe('NODE_ENV=production over the demonstration data', () => {
  const cli = useCommandLine(['seed', '--small']);

  const start = () => Directory.start({ ...production, EXPLORE: 'true' }, cli.database);

  /** @returns what the start says; '' if it does not fail */
  const failure = async (): Promise<string> => {
    try {
      await (await start()).stop({ keepDatabase: true });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  const run = async (line: string, input?: string) => {
    const { status, messages } = await cli.run(line.split(' '), production, input ? Readable.from([input]) : undefined);
    expect([line, status, messages]).toEqual([line, 0, messages]);
  };

  const findings = async (variables: NodeJS.ProcessEnv = production): Promise<Finding[]> => {
    const { output } = await cli.run(['doctor', '--json'], variables);
    return (JSON.parse(output) as Finding[]).filter(({ check }) => check === 'demonstration');
  };

  it('does not start, and names each credential and the commands that end it', async () => {
    const message = await failure();
    expect(message).toBe(
      [
        'The service does not start with NODE_ENV=production while credentials of the demonstration work: they are public.',
        '  client demo-app has the public secret of the demonstration:',
        '    clients disable demo-app',
        '    or: clients rotate-secret demo-app',
        '  client demo-trusted has the public secret of the demonstration:',
        '    clients disable demo-trusted',
        '    or: clients rotate-secret demo-trusted',
        "  client demo-explore has the redirect addresses of the demonstration, at which any program of a user's machine can listen:",
        '    clients disable demo-explore',
        '    or: clients update demo-explore --redirect-uri https://places.example.org/explore',
        '  user maria has the public password of the demonstration:',
        '    users disable maria',
        '    or: users set-password maria --password-stdin',
        'Run a command for each, by `npm run cli --` or in the image by `cli`. Then start the service again.',
      ].join('\n'),
    );
    expect((await findings()).map(({ status, detail }) => [status, detail.split(' has ')[0]])).toEqual([
      ['failed', 'client demo-app'],
      ['failed', 'client demo-trusted'],
      ['failed', 'client demo-explore'],
      ['failed', 'user maria'],
    ]);
    expect(await findings({})).toMatchObject([{ status: 'ok', detail: expect.stringContaining('client demo-app, ') }]);
  });

  it('does not start while a secret before the last rotation works, or the address of the user has changed', async () => {
    await run('clients rotate-secret demo-app --overlap 1h');
    await cli.query("UPDATE users SET email = 'other@example.org' WHERE id = 'maria'");
    const message = await failure();
    expect(message).toContain('client demo-app has the public secret');
    expect(message).toContain('user maria has the public password');
    const hash = "(SELECT password_hash FROM users WHERE id = 'maria')";
    await cli.query(`UPDATE users SET email = 'Maria@Example.com', password_hash = ${hash} WHERE id = 'joao'`);
    expect(await failure()).toContain('users disable joao');
    await run('users disable joao');
  });

  it('proposes no command that does not end it', async () => {
    const { output } = await cli.run(['doctor', '--json'], { ...production, PUBLIC_URL: 'http://localhost:3000' });
    const explore = (JSON.parse(output) as Finding[]).find(({ detail }) => detail.startsWith('client demo-explore'));
    expect(explore?.remedy).toBe('Run clients disable demo-explore.');
  });

  it('starts once each was ended by one of the commands, and shows no credentials on its pages', async () => {
    await run('clients rotate-secret demo-app');
    await run('clients disable demo-trusted');
    await run('clients update demo-explore --redirect-uri https://places.example.org/explore');
    await run('users set-password maria --password-stdin', 'a password of her own');
    expect(await findings()).toMatchObject([{ status: 'ok' }]);
    const directory = await start();
    const pages = ['/', '/docs', '/docs/assets/start.js', '/docs/oauth2-redirect', '/explore', '/openapi.json'];
    const secrets = [...demonstrationClients().map(({ secret }) => secret), demonstrationUser.password].filter(Boolean);
    for (const path of [...pages, '/explore/assets/start.js', '/docs/problems']) {
      const { status, text } = await directory.get(path, undefined, { Accept: 'text/html' });
      expect([path, status]).toEqual([path, 200]);
      for (const secret of [...secrets, 'demo-app', "-secret'"])
        expect([path, text.includes(secret)]).toEqual([path, false]);
    }
    expect((await directory.get('/docs', undefined, { Accept: 'text/html' })).text).toContain('data-clients="{}"');
    await directory.stop({ keepDatabase: true });
  });

  it.each([
    ['in production', production],
    ['with the environment of a laptop', { NODE_ENV: 'development' }],
  ])('is not seeded after its start, %s', async (_, variables) => {
    const seed = await cli.run(['seed', '--empty'], variables);
    expect([seed.status, seed.messages]).toEqual([1, expect.stringContaining('seed does not run')]);
    expect(await findings()).toMatchObject([{ status: 'ok' }]);
  });

  it('reports one that another program lets work while the service runs', async () => {
    const directory = await start();
    const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await cli.query("UPDATE clients SET disabled = NULL WHERE id = 'demo-trusted'");
    expect(await directory.app.get(ProductionCheck).check()).toBe(1);
    expect(errors.mock.calls.flat()).toEqual([
      expect.stringMatching(/^Anybody can use this: client demo-trusted has the public secret .*disable demo-trusted/),
    ]);
    errors.mockRestore();
    await directory.stop({ keepDatabase: true });
    await run('clients disable demo-trusted');
  });

  it('runs commands without PUBLIC_URL, and doctor reports that it is missing', async () => {
    const { output } = await cli.run(['doctor', '--json'], { NODE_ENV: 'production' });
    expect(JSON.parse(output)).toContainEqual(expect.objectContaining({ check: 'public address', status: 'failed' }));
  });
});

describe('the address of the service in production', () => {
  const cli = useCommandLine();

  it('decides issuer, links and cookies, whatever a request says', async () => {
    const variables = { ...production, PUBLIC_URL: 'https://places.example.org/api', TRUST_PROXY: 'loopback' };
    const directory = await Directory.start(variables, cli.database);
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'http',
      Forwarded: 'host=evil.example;proto=http',
    };
    const metadata = await directory.get('/.well-known/oauth-authorization-server', undefined, headers);
    expect(metadata.body.issuer).toBe('https://places.example.org/api');
    expect(metadata.text).not.toContain('evil');
    await directory.addClients({ app: { grants: ['authorization_code'], redirectUris: ['https://app.example.org/'] } });
    const query = new URLSearchParams({ ...webRequest, client_id: 'app', redirect_uri: 'https://app.example.org/' });
    const page = await directory.get(`/v2/oauth/authorize?${query.toString()}`, undefined, headers);
    expect(page.headers.get('set-cookie')).toMatch(/^__Host-place-directory-session=[\w-]{43}; Path=\/;.* Secure;/);
    await directory.stop({ keepDatabase: true });
  });
});
