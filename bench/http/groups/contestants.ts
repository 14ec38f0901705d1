import { type Target } from '../load/load.js';
import { type Contestant } from '../measure/rounds.js';
import { get } from '../requests/http-request.js';
import { type Service } from '../world/services.js';

/** The service with requests for these paths. */
export function serviceAt(service: Service, paths: readonly string[]): Contestant {
  const { url, token } = service;
  return contestant('service', { url, requests: paths.map((path) => get(path, token)), status: 200 }, service);
}

export function contestant(name: string, target: Target, service?: Service): Contestant {
  return { name, target, ...(service && { adminUrl: service.adminUrl }) };
}
