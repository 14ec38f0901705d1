import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { type DataSource } from 'typeorm';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { isSearchLanguage, type SearchLanguage } from '../config/values.js';
import { InjectBackground } from '../database/data-source.js';
import { countryCodeAt, countryCodeOf } from './areas/regions.js';
import { WordLists } from './words/word-lists.js';

/**
 * The languages of countries: English first, because most data sets name their categories in it, then the official languages in the
 * order of the countries.
 *
 * @param countries ISO 3166-1 codes (alpha-2); others are ignored
 * @returns BCP 47 tags, each once
 */
export function languagesOf(countries: readonly string[]): string[] {
  const official = countries.flatMap((country) => languagesByCountry.phrasesOf(country.toUpperCase()));
  return [...new Set(['en', ...official])];
}

/** Whether a language is official in a country. @param primary `pt` @param country as an address writes it */
export function isOfficialIn(primary: string, country: string | undefined): boolean {
  const code = country === undefined ? undefined : countryCodeOf(country);
  const official = code === undefined ? [] : languagesByCountry.phrasesOf(code);
  return official.some((tag) => tag === primary || tag.startsWith(`${primary}-`));
}

const languagesByCountry = new WordLists([join(__dirname, 'country-languages.txt')]);

/** The countries whose languages are known: ISO 3166-1 codes (alpha-2). */
export const countries = languagesByCountry.roles;

/** The languages of an index. */
export interface IndexLanguages {
  /** Whose inflections are found. */
  readonly languages: readonly SearchLanguage[];
  /** Whether they were chosen without knowing the country of any place. */
  readonly isProvisional?: boolean;
}

/** Each language gives the stems of words more terms. */
const MAX_LANGUAGES = 4;

/** Countries with a smaller part of the places do not count. */
export const MIN_COUNTRY_SHARE = 0.01;

/** Pages of the table that are read: some tens of thousands of places. */
const SAMPLED_PAGES = 1000;

/** A country as the addresses write it. Places without one have a position instead, in tenths of a degree. */
interface CountryRow {
  readonly country: string | null;
  readonly lat: number;
  readonly lng: number;
  readonly places: number;
}

/** The same pages each time, so that the languages change only with the places. */
const countCountries = `
  SELECT country, lat, lng, count(*)::float AS places
  FROM (
    SELECT country, CASE WHEN country IS NULL THEN round(lat, 1)::float END AS lat,
      CASE WHEN country IS NULL THEN round(lng, 1)::float END AS lng
    FROM places TABLESAMPLE SYSTEM (100.0 * ${SAMPLED_PAGES} / greatest(
      ${SAMPLED_PAGES}, pg_relation_size('places') / current_setting('block_size')::int)) REPEATABLE (1)
  ) AS sampled
  WHERE country IS NOT NULL OR (lat IS NOT NULL AND lng IS NOT NULL)
  GROUP BY country, lat, lng`;

/** Chooses the languages of a new index: `SEARCH_LANGUAGES`, or else the languages of the countries of the places. */
@Injectable()
export class PlaceLanguages {
  /** `SEARCH_LANGUAGES` */
  readonly configured: readonly SearchLanguage[] | undefined;

  constructor(
    @InjectBackground() private readonly database: DataSource,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'SEARCH_LANGUAGES'>,
  ) {
    this.configured = environment.SEARCH_LANGUAGES;
  }

  /** In alphabetical order, as those of `SEARCH_LANGUAGES`. */
  async choose(): Promise<IndexLanguages> {
    if (this.configured) return { languages: this.configured };
    const countries = await this.countries();
    const languages = languagesOf(countries).filter(isSearchLanguage).slice(0, MAX_LANGUAGES);
    return { languages: languages.sort(), isProvisional: countries.length === 0 };
  }

  /** The countries of the places, those with the most places first. */
  private async countries(): Promise<string[]> {
    const counts = new Map<string, number>();
    for (const { country, lat, lng, places } of await this.database.query<CountryRow[]>(countCountries)) {
      const code = country === null ? countryCodeAt(lat, lng) : countryCodeOf(country);
      if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + places);
    }
    const total = [...counts.values()].reduce((sum, places) => sum + places, 0);
    return [...counts]
      .filter(([, places]) => places >= MIN_COUNTRY_SHARE * total)
      .sort(([codeA, a], [codeB, b]) => b - a || (codeA < codeB ? -1 : 1))
      .map(([code]) => code);
  }
}
