import { html } from '../http/response/html.js';
import { pageIcon } from '../http/response/page-icon.js';
import { type BundleNames } from './bundle.js';
import { type ExploreConfiguration } from './configuration.js';

/** The HTML shell of the page. Its script renders everything else. */
export function explorePage(folder: string, names: BundleNames, configuration: ExploreConfiguration): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Place Directory</title>
<link rel="icon" href="${pageIcon}">
<link rel="stylesheet" href="${folder}${names.style}">
<script type="module" src="${folder}start.js"></script>
</head>
<body>
<div id="explore" data-script="${folder}${names.script}" data-configuration="${JSON.stringify(configuration)}"></div>
<noscript><p>This page needs JavaScript. / Esta página precisa de JavaScript.</p></noscript>
</body>
</html>
`.source;
}

/** The Content-Security-Policy: this service, pictures of places and people, and the tile server if one is configured. */
export function explorePolicy(tilesUrl: string | undefined): string {
  const tiles = tilesUrl === undefined ? '' : ` ${new URL(tilesUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: https:${tiles}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
