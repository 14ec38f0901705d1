/** The groups of operations, by how their paths begin; the first that fits is theirs. */
const groups = [
  { name: 'Places', paths: /^\/v2\/(places|search)/, description: 'Search, and what is known of a place.' },
  { name: 'Categories', paths: /^\/v2\/categories/, description: 'What places are.' },
  { name: 'Users', paths: /^\/v2\/users/, description: 'Users, whom they follow, and what they did.' },
  { name: 'Reviews', paths: /^\/v2\/reviews/, description: 'What users wrote about places.' },
  { name: 'Tokens', paths: /^\/(v2\/oauth|\.well-known)/, description: 'How clients get tokens (OAuth 2.0).' },
  { name: 'Operation', paths: /^\/(health|metrics)/, description: 'For whoever runs the service.' },
  { name: 'Documentation', paths: /^\//, description: 'This document, the schema of the XML, and pages for readers.' },
];

export function tagOf(path: string): string {
  return groups.find(({ paths }) => paths.test(path))?.name ?? '';
}

export const tags = groups.map(({ name, description }) => ({ name, description }));
