import { curlOf } from './curl.js';

/** Programs that send the request, by language. They read the token from the environment or a variable. */
export const snippets = {
  curl: curlOf,
  JavaScript: (url: string, mediaType: string): string =>
    [
      `const response = await fetch(${JSON.stringify(url)}, {`,
      `  headers: { Accept: '${mediaType}', Authorization: \`Bearer \${process.env.TOKEN}\` },`,
      '});',
      `console.log(await response.${mediaType.endsWith('json') ? 'json' : 'text'}());`,
    ].join('\n'),
  Python: (url: string, mediaType: string): string =>
    [
      'import os, urllib.request',
      '',
      'request = urllib.request.Request(',
      `    ${JSON.stringify(url)},`,
      `    headers={"Accept": "${mediaType}", "Authorization": f"Bearer {os.environ['TOKEN']}"},`,
      ')',
      'print(urllib.request.urlopen(request).read().decode())',
    ].join('\n'),
} as const;

export type SnippetLanguage = keyof typeof snippets;
export const snippetLanguages = Object.keys(snippets) as SnippetLanguage[];
