import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startElasticsearchContainer } from './containers.js';
import { elasticsearchHome, elasticsearchVersion, layOutElasticsearchHome } from './elasticsearch-home.js';
import { startEmbeddedElasticsearch } from './embedded-elasticsearch.js';
import { findJdk, OLDEST_JDK, type Jdk } from './jdk.js';
import { step } from './step.js';
import { given, type Way, type WaysOptions } from './start-strategy.js';

/** The ways to Elasticsearch that are open here, best first; none, and the reason in `missing`, when it has nowhere to run. */
export function elasticsearchWays(options: WaysOptions, missing: string[]): Way[] {
  const { env, engine, dataDir, cacheDir, lasting } = options;
  if (env.ELASTICSEARCH_URL) return [given('Elasticsearch', env.ELASTICSEARCH_URL)];
  const version = elasticsearchVersion();
  const ways: Way[] = [];
  if (engine) {
    ways.push({
      label: `Elasticsearch ${version} (container)`,
      start: () => startElasticsearchContainer(version, { dataDir, lasting }),
    });
  }
  const jdk = findJdk(env);
  const home = elasticsearchHome(cacheDir);
  const canLayOut = existsSync(home) || onPath('mvn', env);
  if (jdk && canLayOut) ways.push(embedded(version, home, jdk, options));
  if (ways.length === 0) {
    const lacks = jdk ? 'no Maven to fetch its jars' : `no JDK of version ${OLDEST_JDK} or newer`;
    missing.push(`Elasticsearch: no ELASTICSEARCH_URL, no container engine, ${lacks}`);
  }
  return ways;
}

function embedded(version: string, home: string, jdk: Jdk, { dataDir, lasting, env, report, abort }: WaysOptions): Way {
  return {
    label: `Elasticsearch ${version} (embedded)`,
    start: async () => {
      if (!existsSync(home)) {
        report(`  Fetching Elasticsearch ${version}, once (${home})`);
        await step(report, `Elasticsearch ${version} laid out`, () => layOutElasticsearchHome(home, jdk, abort));
      }
      return startEmbeddedElasticsearch(home, jdk, dataDir, lasting, env, abort);
    },
  };
}

function onPath(program: string, env: NodeJS.ProcessEnv): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
