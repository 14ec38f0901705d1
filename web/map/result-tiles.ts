import { addProtocol } from 'maplibre-gl';

/** The address of a tile of 512 pixels. */
interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Loads the body of a tile; undefined if it has no places. */
export type LoadTile = (address: TileAddress, signal: AbortSignal) => Promise<ArrayBuffer | undefined>;

const PROTOCOL = 'results';

/** Milliseconds after which a tile that failed is asked for once more, longer each time, and how often. The list shows the problem. */
const [RETRY, ATTEMPTS] = [2000, 5];

/** By the number of their search. */
const loaders = new Map<number, LoadTile>();
let count = 0;

addProtocol(PROTOCOL, async ({ url }, { signal }) => {
  const [search = 0, z = 0, x = 0, y = 0] = url.split('/').slice(2).map(Number);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const body = await loaders.get(search)?.({ z, x, y }, signal);
      return { data: body ?? new ArrayBuffer(0) };
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY * attempt));
    }
  }
});

/** The address of the tiles of a search, as the map asks for them. @param load absent if nothing is searched */
export function tilesOf(load: LoadTile | undefined): string {
  // One map shows one search.
  loaders.delete(count);
  count += 1;
  if (load) loaders.set(count, load);
  return `${PROTOCOL}://${count}/{z}/{x}/{y}`;
}
