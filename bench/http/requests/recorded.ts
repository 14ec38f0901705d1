import { StartFailure } from '../../../dev/services/start-failure.js';
import { Recorder } from '../world/recorder.js';
import { type Services, variants } from '../world/services.js';
import { type World } from '../world/world.js';
import { type HttpRequest } from './http-request.js';

/**
 * What the service asks of Elasticsearch for each of these searches, byte by byte: a service of its own is asked, with
 * somebody who writes down what it sends.
 *
 * @throws StartFailure when it does not send one request for each
 */
export async function recorded(paths: readonly string[], world: World, services: Services): Promise<HttpRequest[]> {
  const recorder = await Recorder.before(world.env.ELASTICSEARCH_URL);
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
        throw new StartFailure(`${path} is answered with ${response.status} and takes ${more.length + 1} searches.`);
      }
      requests.push(request);
    }
    await stop();
    return requests;
  } finally {
    recorder.stop();
  }
}
