import { type Environment } from '../../config/environment.js';
import { tracesDestination } from '../../config/traces.js';
import { MapFile } from '../../places/base-map/map-file.js';
import { readSynonyms } from '../../places/synonyms/parse-synonyms.js';
import { reach } from './check-address.js';
import { attempt, type Finding, ok, warning } from './finding.js';

/** Checks the files that the service reads at its start. They must be those of the machine on which it runs. */
export async function checkFiles({
  SEARCH_SYNONYMS: synonyms,
  MAP_PMTILES: map,
}: Pick<Environment, 'SEARCH_SYNONYMS' | 'MAP_PMTILES'>): Promise<Finding[]> {
  const remedy = 'The service does not start with it. Correct the file, or the setting.';
  const checks: Promise<Finding[]>[] = [];
  if (synonyms !== undefined && synonyms !== 'none')
    checks.push(
      attempt('SEARCH_SYNONYMS', remedy, () => {
        const { size } = readSynonyms(synonyms).synonyms;
        return Promise.resolve([
          size > 0
            ? ok('SEARCH_SYNONYMS', `${size} synonyms in ${synonyms}`)
            : warning('SEARCH_SYNONYMS', `${synonyms} has no synonyms`, 'Add lines, or set SEARCH_SYNONYMS=none.'),
        ]);
      }),
    );
  if (map !== undefined)
    checks.push(
      attempt('MAP_PMTILES', remedy, () => {
        new MapFile({ MAP_PMTILES: map });
        return Promise.resolve([ok('MAP_PMTILES', `${map} is a map`)]);
      }),
    );
  return (await Promise.all(checks)).flat();
}

/** Checks that the collector of traces can be reached. Without it the service works, and its traces are lost. */
export function checkTraces(variables: NodeJS.ProcessEnv): Promise<Finding[]> {
  const remedy = 'Traces are lost. Start the collector, or correct OTEL_EXPORTER_OTLP_ENDPOINT.';
  const check = 'traces';
  const run = async (): Promise<Finding[]> => {
    const destination = tracesDestination(variables);
    if (destination === undefined) return [];
    if (destination === 'console') return [ok(check, 'go to standard output')];
    await reach(destination);
    return [ok(check, `${destination.host} can be reached`)];
  };
  return attempt(check, remedy, run, warning);
}
