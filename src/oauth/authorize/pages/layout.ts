import { html, Html } from '../../../http/response/html.js';
import { pageIcon } from '../../../http/response/page-icon.js';
import { style } from './style.js';
import { type Texts } from './texts/texts.js';

/** The document around the content of each page. @param head more of its head */
export function layout(texts: Texts, title: string, content: Html, head = new Html('')): string {
  const document = html`<!doctype html>
<html lang="${texts.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${pageIcon}">
<title>${title} – ${texts.brand}</title>
<style>${new Html(style)}</style>
${head}
</head>
<body>
<header class="top"><p class="brand">${texts.brand}</p></header>
<main>
${content}
</main>
</body>
</html>
`;
  return document.source;
}
