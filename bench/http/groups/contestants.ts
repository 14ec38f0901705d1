import { type Target } from '../load/load.js';
import { type Contestant } from '../measure/rounds.js';
import { get } from '../requests/http-request.js';
import { type Service } from '../world/services.js';

/** The service with requests for these paths. */
export function serviceAt({ url, token }: Service, paths: readonly string[]): Contestant {
  return contestant('service', true, { url, requests: paths.map((path) => get(path, token)), status: 200 });
}

export function contestant(name: string, isService: boolean, target: Target): Contestant {
  return { name, isService, target };
}
