import { Directory } from './directory.js';
import { type aPlace } from './factories.js';

/** Fills a directory of its own with places for the tests of the `describe` that this is called in, and asks as an application does. */
export function searchedPlaces(places: ReturnType<typeof aPlace>[]) {
  let directory: Directory;
  let token: string;

  beforeAll(async () => {
    directory = await Directory.start();
    await directory.add({ places });
    token = await directory.token();
  });

  afterAll(() => directory.stop());

  const get = (path: string) => directory.get(path, token);

  /** The identifiers of the places that a search finds, in their order. */
  async function ids(query: Record<string, string>): Promise<string[]> {
    const { status, text, body } = await get(`/v2/places?${new URLSearchParams(query).toString()}`);
    if (status !== 200) throw new Error(text);
    return body.results.places.map(({ id }: { id: string }) => id);
  }

  return { get, ids };
}
