import { useEffect, useState } from 'preact/hooks';
import { type Configuration } from '../configuration.js';

/** The part of the base map's TileJSON that the page uses. */
export interface BaseMap {
  /** HTML, with links to licences. */
  readonly attribution?: string;
}

/** The description of the base map. Undefined until it is loaded, or if it is not available. */
export function useBaseMap({ baseMap }: Configuration): BaseMap | undefined {
  const [description, setDescription] = useState<BaseMap>();
  useEffect(() => {
    const controller = new AbortController();
    fetch(baseMap, { signal: controller.signal }).then(
      async (response) => {
        if (response.ok) setDescription((await response.json()) as BaseMap);
      },
      // The map works without it.
      () => undefined,
    );
    return () => {
      controller.abort();
    };
  }, [baseMap]);
  return description;
}
