import { textParameter } from './parameters.js';

/** A language tag (BCP 47). */
const tag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/;

/** The parameter `language`. Its value is the primary language: `pt` of `pt-BR`. @param shows what the language changes */
export function languageParameter(shows: string) {
  return textParameter<string, undefined>(
    { description: `A language (BCP 47), such as \`pt\`: ${shows}`, schema: { type: 'string', pattern: tag.source } },
    undefined,
    (value) => {
      if (tag.test(value)) return { ok: true, value: value.replace(/-.*/, '').toLowerCase() };
      return { ok: false, faults: [{ reason: 'is not a language', allowed: ['a language tag, such as pt or pt-BR'] }] };
    },
  );
}
