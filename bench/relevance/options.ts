import { readOptions } from '../../dev/options.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { FORMS } from './forms.js';
import { PLACE_SETS } from './sets/place-sets.js';

const HELP = `npm run bench:relevance [-- --set NAME] [--only NAME] [--seed N] [--searches N] [--misses] [--update]
                        [--keep] [--name NAME] [--skip-plain] [--body FILE] [--url URL]

Searches for names of real places in several forms and asks questions, with the service and with a plain query.

  --set NAME     only ${PLACE_SETS.map(({ name }) => name).join(', ')}
  --only NAME    only forms, questions, generated, or one form:
                 ${FORMS.map(({ name }) => name).join(', ')}
  --seed N       draws other names
  --searches N   searches per form (300)
  --misses       prints the searches that did not find their place, and what wrong answers found
  --update       saves the results as the baseline of this seed

For a fast loop:

  --keep         keeps the data for the next run with --keep
  --name NAME    prefix of the databases and indices, where several programs share the servers of DATABASE_URL and
                 ELASTICSEARCH_URL (bench_relevance)
  --skip-plain   leaves out the plain query
  --body FILE    measures Elasticsearch with other queries instead of the service. The file exports by default a function of
                 the text; it returns a list of queries, each of which is tried if those before it found nothing
  --url URL      measures a running service that has the places of --set and the demonstration clients`;

const SEED = 20_260_101;
const SEARCHES = 300;

const defaults = {
  ...{ set: '', only: '', name: 'bench_relevance', seed: SEED, searches: SEARCHES, body: '', url: '' },
  ...{ misses: false, update: false, keep: false, 'skip-plain': false },
};

export type Options = ReturnType<typeof readRelevanceOptions>;

/** @throws StartFailure that explains the options */
export function readRelevanceOptions() {
  const { set, only, ...options } = readOptions(defaults, HELP);
  const sets = PLACE_SETS.filter(({ name }) => set === '' || name === set);
  const forms = FORMS.filter(({ name }) => ['', 'forms', name].includes(only));
  const asks = ['', 'questions'].includes(only);
  const generates = ['', 'generated'].includes(only);
  if (sets.length === 0 || (forms.length === 0 && !asks && !generates)) throw new StartFailure(HELP);
  const isPartial =
    !['', 'forms', 'questions', 'generated'].includes(only) || options.searches !== SEARCHES || options['skip-plain'];
  const isForeign = options.body !== '' || options.url !== '';
  if (options.update && (isPartial || isForeign)) {
    throw new StartFailure(
      '--update needs all forms or questions, all searches, the plain query and the service of this folder.',
    );
  }
  if (options.url !== '' && (set === '' || options.body !== ''))
    throw new StartFailure('--url needs --set, without --body.');
  return { ...options, sets, forms, asks, generates };
}
