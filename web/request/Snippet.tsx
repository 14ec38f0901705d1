import { useState } from 'preact/hooks';
import { type Format, mediaTypes } from '../api/exchange.js';
import { useTexts } from '../texts/use-texts.js';
import { CopyButton } from './CopyButton.js';
import { type SnippetLanguage, snippetLanguages, snippets } from './snippets.js';

/** The request as a program, in a language to choose. */
export function Snippet({ url, format }: { url: string; format: Format }) {
  const texts = useTexts();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const text = snippets[language](url, mediaTypes[format]);
  return (
    <div class="snippet">
      <fieldset>
        <legend>{texts.asCode}</legend>
        {snippetLanguages.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="snippet"
              checked={language === name}
              onChange={() => {
                setLanguage(name);
              }}
            />{' '}
            {name}
          </label>
        ))}
      </fieldset>
      <pre tabIndex={0} role="region" aria-label={language}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={language} />
    </div>
  );
}
