import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type Parameter, textParameter } from './parameters.js';
import { languageTag, type ReaderLanguage, readLanguageTag } from './reader-languages.js';

/**
 * The parameter `lang` of labels. Its value is the primary language: `pt` of `pt-BR`.
 *
 * @param shows what the language changes
 */
export function labelLanguage(shows: string): Parameter<string | undefined> {
  const primaryOf = (tag: string): string => tag.replace(/-.*/, '').toLowerCase();
  return tagParameter(`A language (BCP 47), such as \`pt\`: ${shows}`, primaryOf);
}

/** The parameter `lang` of responses that name places. `ReaderLanguages` passes its value, or that of `Accept-Language`. */
export const lang = tagParameter(
  'The language (BCP 47) of the names of places, such as `pt` or `pt-BR`: the `name` of a place is that of its `names` in this language, if ' +
    'it has one. Default: `Accept-Language`. `und`, and neither of both: its name as it is.',
);

function tagParameter(description: string, valueOf = (tag: string): string => tag): Parameter<string | undefined> {
  const schema = { type: 'string', pattern: languageTag.source };
  return textParameter<string, undefined>({ description, schema }, undefined, (value) => {
    const tag = readLanguageTag(value);
    if (tag !== undefined) return { ok: true, value: valueOf(tag) };
    return { ok: false, faults: [{ reason: 'is not a language', allowed: ['a language tag, such as pt or pt-BR'] }] };
  });
}

/** Whether the responses of a route depend on the languages of the reader. */
export const READS_LANGUAGES = Symbol('READS_LANGUAGES');

/**
 * Passes the languages of the reader to an argument of a controller: that of `lang`, else those of `Accept-Language`. The response cache
 * then has a response for each list of languages.
 */
export function ReaderLanguages(): ParameterDecorator {
  return (prototype, key, index) => {
    LanguagesArgument()(prototype, key, index);
    const handler: unknown = key === undefined ? undefined : Reflect.get(prototype, key);
    if (typeof handler === 'function') Reflect.defineMetadata(READS_LANGUAGES, true, handler);
  };
}

const LanguagesArgument = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): readonly ReaderLanguage[] => {
    execution.switchToHttp().getResponse<Response>().vary('Accept-Language');
    return execution.switchToHttp().getRequest<Request>().context.languages;
  },
);
