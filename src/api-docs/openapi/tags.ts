/** Tags by path. The first match applies. */
const groups = [
  { name: 'Places', paths: /^\/v2\/(places|search|sources)/, description: 'Place search, places and their activity.' },
  { name: 'Categories', paths: /^\/v2\/categories/, description: 'Categories and subcategories of places.' },
  { name: 'Users', paths: /^\/v2\/users/, description: 'Users, their follows, check-ins and reviews.' },
  { name: 'Reviews', paths: /^\/v2\/reviews/, description: 'Reviews of places.' },
  { name: 'Tokens', paths: /^\/(v2\/oauth|\.well-known)/, description: 'Access tokens (OAuth 2.0).' },
  { name: 'Operation', paths: /^\/(health|metrics)/, description: 'Health and metrics, for operators.' },
  { name: 'Documentation', paths: /^\//, description: 'This document, the XML Schemas and the documentation pages.' },
];

export function tagOf(path: string): string {
  return groups.find(({ paths }) => paths.test(path))?.name ?? '';
}

export const tags = groups.map(({ name, description }) => ({ name, description }));
