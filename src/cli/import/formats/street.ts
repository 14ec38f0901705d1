interface Street {
  street?: string;
  number?: string;
}

/** `12`, `12a`, `12-14`, `3/17` */
const houseNumber = String.raw`\d+[a-z]?(?:\s?[-–/]\s?\d+[a-z]?)?`;
const leading = new RegExp(`^(${houseNumber}),?\\s+(\\D.*)$`, 'i');
const trailing = new RegExp(`^(\\D*?[^\\d\\s,]),?\\s+(?:n[ºo°.]+\\s*|#\\s*)?(${houseNumber})$`, 'i');

/** Words before a number that names a road or a part of a building, not a house. */
const notHouseNumber =
  /\b(?:apt|apartment|box|building|bldg|floor|fl|highway|hwy|interstate|km|level|lot|no|piso|road|room|route|rt|rte|shop|state|ste|suite|unit)\.?$/i;

/**
 * Splits a street from the house number: `3 Richardson Pl`, `Hauptstraße 12a`, `Via Roma, 5`. Any other text is the street.
 */
export function streetOf(freeform: string | undefined): Street {
  if (freeform === undefined) return {};
  const [, first, after] = leading.exec(freeform) ?? [];
  if (first !== undefined && after !== undefined && !after.includes(',')) return { street: after, number: first };
  const [, before, last] = trailing.exec(freeform) ?? [];
  if (before !== undefined && last !== undefined && !notHouseNumber.test(before))
    return { street: before, number: last };
  return { street: freeform };
}
