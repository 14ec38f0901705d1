import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

/** A button that copies a text. Hidden where the browser has no clipboard access. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const texts = useTexts();
  const [copied, setCopied] = useState<string>();
  // Undefined outside secure contexts, although the types say otherwise.
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
