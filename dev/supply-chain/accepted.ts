/**
 * Advisories that do not concern this service: their identifier, and why. `npm run check:advisories` ignores them.
 * Remove an entry as soon as a fixed version can be installed.
 */
export const accepted: Readonly<Record<string, string>> = {};
