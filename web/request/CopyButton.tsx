import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

/** Copies a text; pages that browsers do not trust with that have no such button. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const texts = useTexts();
  const [copied, setCopied] = useState<string>();
  // Absent outside of secure contexts, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return null;
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        clipboard.writeText(text).then(
          () => {
            setCopied(text);
          },
          () => undefined,
        );
      }}
    >
      {copied === text ? texts.copied : texts.copy} <span class="hidden">{what}</span>
    </button>
  );
}
