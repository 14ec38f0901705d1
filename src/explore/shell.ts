import { type BundleNames } from './bundle.js';
import { type ExploreConfiguration } from './configuration.js';
import { html, Html, pageIcon, PRODUCT } from '../http/page.js';
import { rootPath } from '../http/links.js';
import { type Language } from '../http/page-texts.js';

/** In the languages of web/texts. */
const texts = {
  en: {
    ...{ lang: 'en', search: 'Search for places', loading: 'Loading…', map: 'Loading the map…' },
    script: 'This page needs JavaScript.',
    filters: ['Near me', 'Open now', 'Rating', 'Type of place', 'City'],
  },
  pt: {
    ...{
      lang: 'pt-BR',
      search: 'Buscar lugares',
      loading: 'Carregando…',
      map: 'Carregando o mapa…',
      script: 'Esta página precisa de JavaScript.',
    },
    filters: ['Perto de mim', 'Aberto agora', 'Nota', 'Tipo de lugar', 'Cidade'],
  },
} as const satisfies Record<Language, unknown>;

/** As `Glyph` of web/parts draws it. */
const searchGlyph = new Html(
  '<svg class="glyph" viewBox="0 0 15 15" aria-hidden="true"><path d="M6.5 11a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10 10l3.5 3.5"/></svg>',
);

const menuGlyph = new Html(
  '<svg class="glyph" viewBox="0 0 15 15" aria-hidden="true"><path d="M2 4h11M2 7.5h11M2 11h11"/></svg>',
);

/** As wide as the glyph of a button. */
const space = new Html(' <svg class="glyph"></svg> ');

/** As many as fill a list. */
const SKELETONS = 6;

interface Shell {
  /** The path of the files of the page. */
  readonly folder: string;
  readonly names: BundleNames;
  readonly configuration: ExploreConfiguration;
  readonly language: Language;
}

/**
 * The page before its script: a header and grey shapes, which a slow network shows seconds earlier. The script replaces
 * them (web/main.tsx). Its classes are those of web/style.
 */
export function explorePage({ folder, names, configuration, language }: Shell): string {
  const { lang, search, loading, map, script, filters } = texts[language];
  const home = `${rootPath(configuration.baseUrl)}/`;
  const line = html`<div class="skeleton place-skeleton" aria-hidden="true"><span></span><span></span><span></span></div>`;
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${PRODUCT}</title>
<link rel="icon" href="${pageIcon}">
<link rel="stylesheet" href="${folder}${names.style}">
${[names.script, ...names.needed].map((file) => html`<link rel="modulepreload" href="${folder}${file}">`)}
<script type="module" src="${folder}start.js"></script>
</head>
<body>
<div id="explore" data-script="${folder}${names.script}" data-configuration="${JSON.stringify(configuration)}">
<header class="top row">
<h1><a href="${home}">${PRODUCT}</a></h1>
<div class="search"><div class="combobox"><input type="text" placeholder="${search}" aria-label="${search}" disabled></div><button type="button" aria-label="${search}" disabled>${searchGlyph}</button></div>
<div class="account"><button id="menu-button" type="button" aria-label="Menu" disabled>${menuGlyph}</button></div>
</header>
<main class="body">
<div class="filters row" aria-hidden="true">${filters.map((filter, at) => html`<button type="button" class="pill" disabled>${at === 0 && space}${filter}${at > 1 && space}</button>`)}</div>
<div class="side" data-position="middle"><div class="handle"></div><div class="scroll"><div class="results stack">
<p class="found" role="status">${loading}</p>
${Array<typeof line>(SKELETONS).fill(line)}
</div></div></div>
<div class="right"><p class="map-wait">${map}</p></div>
</main>
</div>
<noscript><p>${script}</p></noscript>
</body>
</html>
`.source;
}
