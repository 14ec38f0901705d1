import { type CommandLine } from './command-line.js';
import { Directory } from './directory.js';

/** The identifiers of the places that a search finds in what a command line has loaded. */
export async function searchable({ database }: CommandLine, query: string): Promise<string[]> {
  const directory = await Directory.start({ ELASTICSEARCH_INDEX: database.name }, database);
  try {
    const { body } = await directory.get(`/v2/places?rows=50&${query}`, await directory.token());
    return body.results.places.map((place: { id: string }) => place.id);
  } finally {
    await directory.stop({ keepDatabase: true });
  }
}
