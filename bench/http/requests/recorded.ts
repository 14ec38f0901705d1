import { StartFailure } from '../../../dev/services/start-failure.js';
import { Recorder } from '../world/recorder.js';
import { type Services, variants } from '../world/services.js';
import { type World } from '../world/world.js';
import { type HttpRequest } from './http-request.js';

/**
 * Records the requests that the service sends to Elasticsearch for these searches.
 *
 * @throws StartFailure if a search does not send exactly one request
 */
export async function recorded(paths: readonly string[], world: World, services: Services): Promise<HttpRequest[]> {
  const recorder = await new Recorder(world.env.ELASTICSEARCH_URL).start();
  try {
    const env = { ...world.env, ELASTICSEARCH_URL: recorder.url, ...variants.withoutCache, LOG_LEVEL: 'warn' };
    const { service, stop } = await services.startAlone(env);
    const requests: HttpRequest[] = [];
    for (const path of paths) {
      recorder.take();
      const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${service.token}` } });
      await response.arrayBuffer();
      const [request, ...more] = recorder.take();
      if (response.status !== 200 || !request || more.length > 0) {
        throw new StartFailure(`${path} returns ${response.status} and sends ${more.length + 1} searches.`);
      }
      requests.push(request);
    }
    await stop();
    return requests;
  } finally {
    recorder.stop();
  }
}
