import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Language } from '../view/view.js';
import { en } from './en.js';
import { pt } from './pt.js';
import { type Texts } from './texts.js';

const languages: Readonly<Record<Language, Texts>> = { en, pt };

export const TextsContext = createContext<Texts>(en);

export function useTexts(): Texts {
  return useContext(TextsContext);
}

/** The chosen language, else the browser's first supported language, else English. */
export function languageFor(chosen: Language | undefined): Language {
  if (chosen) return chosen;
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return preferred.find((tag) => tag === 'pt' || tag === 'en') ?? 'en';
}

export function textsIn(language: Language): Texts {
  return languages[language];
}
