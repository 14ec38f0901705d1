import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startElasticsearchContainer } from './containers.js';
import { elasticsearchHome, elasticsearchVersion, layOutElasticsearchHome } from './elasticsearch-home.js';
import { startEmbeddedElasticsearch } from './embedded-elasticsearch.js';
import { findJdk, OLDEST_JDK, type Jdk } from './jdk.js';
import { existingServer, type StartStrategy, type StrategyOptions } from './start-strategy.js';
import { step } from './step.js';

/** The strategies to start Elasticsearch here, the preferred one first; or what is missing. */
export function elasticsearchStrategies(options: StrategyOptions): StartStrategy[] | string {
  const { env, engine, dataDir, cacheDir, persistent } = options;
  if (env.ELASTICSEARCH_URL) return [existingServer('Elasticsearch', env.ELASTICSEARCH_URL)];
  const version = elasticsearchVersion();
  const strategies: StartStrategy[] = [];
  if (engine) {
    strategies.push({
      label: `Elasticsearch ${version} (container)`,
      start: () => startElasticsearchContainer(version, { dataDir, persistent }),
    });
  }
  const jdk = findJdk(env);
  const home = elasticsearchHome(cacheDir);
  const hasHome = existsSync(home) || onPath('mvn', env);
  if (jdk && hasHome) strategies.push(embedded(version, home, jdk, options));
  if (strategies.length > 0) return strategies;
  const lacks = jdk ? 'no Maven to fetch its jars' : `no JDK of version ${OLDEST_JDK} or newer`;
  return `Elasticsearch: no ELASTICSEARCH_URL, no container engine, ${lacks}`;
}

function embedded(version: string, home: string, jdk: Jdk, options: StrategyOptions): StartStrategy {
  const { dataDir, persistent, env, report, abort } = options;
  return {
    label: `Elasticsearch ${version} (embedded)`,
    start: async () => {
      if (!existsSync(home)) {
        report(`  Downloading Elasticsearch ${version}, once (${home})`);
        await step(report, `Elasticsearch ${version} installed`, () => layOutElasticsearchHome(home, jdk, abort));
      }
      return startEmbeddedElasticsearch(home, jdk, dataDir, persistent, env, abort);
    },
  };
}

function onPath(program: string, env: NodeJS.ProcessEnv): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
