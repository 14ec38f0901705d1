/** The source of the places of the invented island, which `seed` loads (`src/cli/seed/data/island`). */
export const islandSource = {
  name: 'Velmara, an invented island',
  license: null,
  attribution: 'Velmara, an invented island',
};

interface Areas {
  named(key: string): readonly { readonly type: string; readonly country?: string }[];
}

/** Whether places of the island are among the data. */
export function hasIsland(areas: Areas): boolean {
  return areas.named('port velmara').some(({ type, country }) => type === 'city' && country === 'Velmara');
}
