import { type Target } from '../load/load.js';
import { type Contestant } from '../measure/rounds.js';
import { get, type HttpRequest } from '../requests/http-request.js';
import { type Service } from '../world/services.js';
import { type World } from '../world/world.js';

/** The service with requests for these paths. */
export function serviceAt({ url, token }: Service, paths: readonly string[], order?: readonly number[]): Contestant {
  return contestant('service', true, {
    url,
    requests: paths.map((path) => get(path, token)),
    status: 200,
    ...(order && { order }),
  });
}

/** Elasticsearch with the requests of the service. */
export function elasticsearchOf(
  { env }: World,
  requests: readonly HttpRequest[],
  order?: readonly number[],
): Contestant {
  return contestant('Elasticsearch', false, {
    url: env.ELASTICSEARCH_URL,
    requests,
    status: 200,
    ...(order && { order }),
  });
}

export function contestant(name: string, isService: boolean, target: Target): Contestant {
  return { name, isService, target };
}
