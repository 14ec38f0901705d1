import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { supportFault } from '../supply-chain/base-image.js';
import { finished } from '../run-program.js';
import { listen } from '../services/free-port.js';

const root = join(__dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('is of a Debian that has support', () => {
    expect(supportFault(dockerfile, new Date())).toBeUndefined();
    const [, tag = ''] = /^FROM (node:\S+)/m.exec(dockerfile) ?? [];
    expect(read('docs/operations/running.md')).toContain(`pull \`${tag}\``);
  });

  it.each([
    ['2028-08-09', undefined],
    ['2028-08-10', 'Debian of the image (Dockerfile) has had no support since 2028-08-09'],
  ])('has support on %s: %s', (date, fault) => {
    const text = '# Debian 13 has support until 2028-08-09\nFROM node:24-trixie-slim AS build\n';
    expect(supportFault(text, new Date(`${date}T12:00:00Z`))).toBe(fault);
  });

  it('fails the check of a base image that names no end of its support', () => {
    expect(supportFault('FROM node:24-trixie-slim', new Date())).toContain('does not say how long');
  });

  // An orchestrator restarts an unhealthy container, and a restart brings no database back.
  it.each([
    [200, 0],
    [503, 1],
  ])('counts a process as healthy by its liveness (%i), whether it is ready or not', async (liveness, expected) => {
    const server = createServer(({ url }, response) => {
      response.statusCode = url === '/health/live' ? liveness : 503;
      response.end();
    });
    const { port } = new URL(await listen(server));
    const [, command = ''] = /HEALTHCHECK .*\\\n +CMD \[(.*)\]/.exec(dockerfile) ?? [];
    expect(command).toBe('"node", "dist/observability/health-check.js"');
    const script = ['--import', 'tsx', 'src/observability/health-check.ts'];
    const env = { ...process.env, PORT: port, ADMIN_PORT: '', LISTEN_ADDRESS: '' };
    const { status } = await finished(spawn(process.execPath, script, { cwd: root, env }));
    server.close();
    expect(status).toBe(expected);
  });
});

describe('docker-compose.yml', () => {
  it('runs containers of the image for work alone', () => {
    const services = [...read('docker-compose.yml').matchAll(/^ {2}([\w-]+):\n {4}<<: \*service$/gm)];
    expect(services.map(([, name]) => name)).toEqual(['migrate', 'seed', 'service']);
  });

  it('has variables that .env.example has, with the same defaults', () => {
    const variables = [...read('docker-compose.yml').matchAll(/\$\{(\w+):-(.*?)\}/g)];
    expect(new Set(variables.map(([, name]) => name)).size).toBe(4);
    const example = read('.env.example');
    for (const [, name = '', value = ''] of variables.filter(([, name]) => name !== 'ADMIN_PORT'))
      expect(example).toContain(`\n#${name}=${value}\n`);
    expect(example).toContain('\n#ADMIN_PORT=\n');
  });
});

describe('docker-compose.stores.yml', () => {
  const stores = read('docker-compose.stores.yml');

  it('runs the two stores of docker-compose.yml, with their volumes', () => {
    const services = [
      ...stores.matchAll(/^ {2}(\w+):\n {4}extends: \{ file: docker-compose.yml, service: (\w+) \}$/gm),
    ];
    expect(services.map(([, name, extended]) => [name, extended])).toEqual([
      ['postgres', 'postgres'],
      ['elasticsearch', 'elasticsearch'],
    ]);
    const volumes = /^volumes:\n[^]*/m;
    expect(volumes.exec(stores)?.[0]).toBe(volumes.exec(read('docker-compose.yml'))?.[0]);
  });

  it('publishes the ports of .env.example on this machine alone', () => {
    const published = [...stores.matchAll(/ports: \['([\d.]+):(\d+):\d+'\]/g)].map(
      ([, host, port]) => `${host}:${port}`,
    );
    const addresses = [...read('.env.example').matchAll(/^#(?:DATABASE|ELASTICSEARCH)_URL=(.*)$/gm)];
    expect(addresses.map(([, url = '']) => new URL(url).host)).toEqual(published);
    const [database] = addresses.map(([, url = '']) => new URL(url));
    const compose = read('docker-compose.yml');
    expect(compose).toContain(`POSTGRES_DB: ${database?.pathname.slice(1)}\n`);
    expect(compose).toContain(`POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:-${database?.password}}\n`);
  });
});

describe('the version of Node', () => {
  it('is that of the image for developers', () => {
    const [, major = ''] = /^FROM node:(\d+)-/m.exec(read('Dockerfile')) ?? [];
    expect(read('.nvmrc')).toBe(`${major}\n`);
    expect(read('.devcontainer/devcontainer.json')).toContain(`typescript-node:${major}-trixie"`);
  });
});

describe('the images', () => {
  it('are pinned by digest, or nothing says so', () => {
    const sources = ['Dockerfile', 'docker-compose.yml', 'k8s/components/editions/cron-job.yaml'];
    const images = sources.flatMap((name) => [...read(name).matchAll(/^(?:FROM| *image:) (\S+:\S+)/gm)]);
    expect(images.length).toBeGreaterThan(3);
    const isPinned = images.every(([, image = '']) => image.includes('@sha256:'));
    const claims = ['renovate.json', 'SECURITY.md', 'docs/operations/kubernetes.md', 'docs/operations/running.md']
      .map(read)
      .filter((text) => /images are pinned/i.test(text));
    expect([isPinned, claims.length > 0]).toEqual([isPinned, isPinned]);
  });
});
