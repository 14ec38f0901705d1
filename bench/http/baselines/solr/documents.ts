import { StartFailure } from '../../../../dev/services/start-failure.js';
import { type PlaceRecord } from '../../../../src/places/place.js';
import { batches } from '../batches.js';

/** Loads places, one JSON text each, into a core. */
export async function loadSolr(core: string, lines: Iterable<string>): Promise<void> {
  for (const batch of batches(lines, 2000)) {
    const documents = batch.map((line) => solrDocument(JSON.parse(line) as PlaceRecord));
    await update(core, '', JSON.stringify(documents));
  }
}

/** Commits, and leaves one segment. */
export async function optimizeSolr(core: string): Promise<void> {
  await update(core, '?optimize=true&maxSegments=1', '[]');
}

/** Writes a changed place, which searches see when this returns. */
export async function changeInSolr(core: string, place: PlaceRecord): Promise<void> {
  await update(core, '?softCommit=true', JSON.stringify([solrDocument(place)]));
}

/** Solr has no nested members: paths become names of fields. */
function solrDocument({
  id,
  name,
  phones,
  urlService,
  address,
  location,
  openingHours,
  ...lists
}: PlaceRecord): object {
  const { categories = [], utilities = [], statistics = {} } = lists as Partial<PlaceRecord>;
  const subcategories = categories.flatMap(({ subcategory }) => subcategory ?? []);
  return {
    ...{ id, name, phones, urlService, openingHours },
    ...prefixed('address', { ...address }),
    ...(location && { point: `${location.lat},${location.lng}` }),
    'categories.id': categories.map((one) => one.id),
    'categories.name': categories.map((one) => one.name),
    'categories.subcategory.id': subcategories.map((one) => one.id),
    'categories.subcategory.name': subcategories.map((one) => one.name),
    'utilities.id': utilities.map((one) => one.id),
    ...prefixed('statistics', statistics),
  };
}

function prefixed(path: string, members: object): object {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [`${path}.${name}`, value as unknown]));
}

async function update(core: string, query: string, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${core}/update${query}`, { method: 'POST', headers, body });
  if (!response.ok) throw new StartFailure(`Solr: ${await response.text()}`);
}
