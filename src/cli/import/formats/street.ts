interface Street {
  street?: string;
  number?: string;
}

/** `12`, `12a`, `12-14`, `3/17` */
const number = String.raw`\d+[a-z]?(?:\s?[-–/]\s?\d+[a-z]?)?`;
const leading = new RegExp(`^(${number}),?\\s+(\\D.*)$`, 'i');
const trailing = new RegExp(`^(\\D*?[^\\d\\s,]),?\\s+(?:n[ºo°.]+\\s*|#\\s*)?(${number})$`, 'i');

/** Words after which a number names a road or part of a building, and not a house. */
const notOfHouse =
  /\b(?:apt|apartment|box|building|bldg|floor|fl|highway|hwy|interstate|km|level|lot|no|piso|road|room|route|rt|rte|shop|state|ste|suite|unit)\.?$/i;

/**
 * Takes a street and the number of a house apart, in either order: `3 Richardson Pl`, `Hauptstraße 12a`, `Via Roma, 5`.
 * What does not read as one of them stays whole, as the street.
 */
export function streetOf(freeform: string | undefined): Street {
  if (freeform === undefined) return {};
  const [, first, after] = leading.exec(freeform) ?? [];
  if (first !== undefined && after !== undefined && !after.includes(',')) return { street: after, number: first };
  const [, before, last] = trailing.exec(freeform) ?? [];
  if (before !== undefined && last !== undefined && !notOfHouse.test(before)) return { street: before, number: last };
  return { street: freeform };
}
