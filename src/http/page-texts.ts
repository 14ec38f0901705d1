import Negotiator from 'negotiator';

/** The languages of pages. */
const LANGUAGES = ['en', 'pt'] as const;

export type Language = (typeof LANGUAGES)[number];

export function isLanguage(tag: string | undefined): tag is Language {
  return LANGUAGES.some((language) => language === tag);
}

/** The language that `Accept-Language` prefers; English if it names no supported language. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const headers = { 'accept-language': acceptLanguage ?? '*' };
  const [preferred] = new Negotiator({ headers }).languages([...LANGUAGES]);
  return isLanguage(preferred) ? preferred : 'en';
}

/** The language that `lang` in a query asks for, as in the address of `/explore`. */
export function chosenLanguage(pairs: readonly (readonly [string, string])[]): Language | undefined {
  const [, given] = pairs.find(([name]) => name === 'lang') ?? [];
  return isLanguage(given) ? given : undefined;
}

/** The texts of pages in one language, but those of the sign-in and `/explore`. Pages about problems are in English. */
export type PageTexts = typeof english;

export const english = {
  lang: 'en',
  apiReference: 'API reference',
  search: 'Search',
  searchPlaces: 'Search places',
  startPage: 'Start page',
  map: 'Map',
  notFound: {
    title: 'This page does not exist',
    text: 'The address may have a typing error, or the page is gone.',
  },
  landing: {
    title: 'Places, and the people who visit them',
    text: 'Search places by words, filters and location, and read the reviews and check-ins of people. Programs use an API in JSON and XML.',
    explore: ['Explore', 'Search on a map, and see the requests behind it.'],
    docs: ['API reference', 'All endpoints, to read and to try out.'],
    openApi: ['OpenAPI', 'For tools that generate clients.'],
    problems: ['Errors', 'What each error means, and what to do.'],
    quickStart: 'Quick start',
    token: 'Get an access token:',
    searchCommand: 'Search places with it:',
    states: {
      ok: 'Everything works.',
      degraded: 'Place search is unavailable at the moment. Everything else works.',
      unavailable: 'The database is unavailable at the moment.',
      starting: 'The service is starting.',
      draining: 'The service is shutting down.',
    },
  },
};

const pt: PageTexts = {
  lang: 'pt-BR',
  apiReference: 'Referência da API',
  search: 'Buscar',
  searchPlaces: 'Buscar lugares',
  startPage: 'Página inicial',
  map: 'Mapa',
  notFound: {
    title: 'Esta página não existe',
    text: 'O endereço pode ter um erro de digitação, ou a página não existe mais.',
  },
  landing: {
    title: 'Lugares e as pessoas que os visitam',
    text: 'Busque lugares por palavras, filtros e localização, e leia avaliações e check-ins. Programas usam uma API em JSON e XML.',
    explore: ['Explorar', 'Busque em um mapa e veja as requisições por trás dele.'],
    docs: ['Referência da API', 'Todos os endpoints, para ler e experimentar.'],
    openApi: ['OpenAPI', 'Para ferramentas que geram clientes.'],
    problems: ['Erros', 'O que cada erro significa e o que fazer.'],
    quickStart: 'Primeiros passos',
    token: 'Obtenha um token de acesso:',
    searchCommand: 'Busque lugares com ele:',
    states: {
      ok: 'Tudo funciona.',
      degraded: 'A busca de lugares está indisponível no momento. Todo o resto funciona.',
      unavailable: 'O banco de dados está indisponível no momento.',
      starting: 'O serviço está iniciando.',
      draining: 'O serviço está sendo encerrado.',
    },
  },
};

const texts: Readonly<Record<Language, PageTexts>> = { en: english, pt };

export function pageTexts(acceptLanguage: string | undefined): PageTexts {
  return texts[languageOf(acceptLanguage)];
}
