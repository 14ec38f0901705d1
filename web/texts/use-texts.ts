import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { languages as known, type Language } from '../view/view.js';
import { en } from './en.js';
import { pt } from './pt.js';
import { type Texts } from './texts.js';

const languages: Readonly<Record<Language, Texts>> = { en, pt };

export const TextsContext = createContext<Texts>(en);

export function useTexts(): Texts {
  return useContext(TextsContext);
}

const KEY = 'explore.language';

/** Keeps the language that the user has chosen, for addresses that say none. */
export function keepLanguage(chosen: Language): void {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // The browser keeps nothing for this page.
  }
}

function keptLanguage(): Language | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return known.find((language) => language === kept);
  } catch {
    return undefined;
  }
}

/** The language of the address, else the one chosen before, else the browser's first supported language, else English. */
export function languageFor(chosen: Language | undefined): Language {
  const kept = chosen ?? keptLanguage();
  if (kept) return kept;
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return preferred.find((tag) => tag === 'pt' || tag === 'en') ?? 'en';
}

export function textsIn(language: Language): Texts {
  return languages[language];
}
