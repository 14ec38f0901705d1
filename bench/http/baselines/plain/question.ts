/** A search as the query parameters of `GET /v2/places` state it. */
export interface Question {
  readonly words?: string;
  readonly filters: readonly Filter[];
  readonly circle?: { readonly lat: number; readonly lon: number; readonly metres: number };
  readonly rectangle?: Rectangle;
  /** `distance` or a field. Empty: by relevance. */
  readonly sort: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  /** Fields to count the values of. */
  readonly facets: readonly string[];
  readonly start: number;
  readonly rows: number;
}

interface Filter {
  readonly field: string;
  readonly value: string;
}

interface Rectangle {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Reads what the searches of the benchmark use of the parameters. */
export function questionOf(parameters: URLSearchParams): Question {
  const number = (name: string): number => Number(parameters.get(name));
  const words = parameters.get('q');
  return {
    ...(words !== null && { words }),
    filters: parameters.getAll('fq').map(filterOf),
    ...(parameters.has('location.lat') && {
      circle: { lat: number('location.lat'), lon: number('location.lng'), metres: number('location.radius') },
    }),
    ...(parameters.has('location.nw.lat') && {
      rectangle: {
        top: number('location.nw.lat'),
        left: number('location.nw.lng'),
        bottom: number('location.se.lat'),
        right: number('location.se.lng'),
      },
    }),
    sort: sortOf(parameters.get('sort') ?? ''),
    facets: parameters.getAll('facet.field'),
    start: number('start'),
    rows: Number(parameters.get('rows') ?? 10),
  };
}

/** `field:"value"` */
function filterOf(text: string): Filter {
  const colon = text.indexOf(':');
  return { field: text.slice(0, colon), value: text.slice(colon + 1).replace(/^"(.*)"$/, '$1') };
}

/** `field desc,other` */
function sortOf(text: string): Question['sort'] {
  return text
    .split(',')
    .filter((key) => key !== '')
    .map((key) => {
      const [field = '', order] = key.split(' ');
      return { field, order: order === 'desc' ? 'desc' : 'asc' };
    });
}
