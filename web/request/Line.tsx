import { CopyButton } from './CopyButton.js';

/** A titled text to copy. */
export function Line({ title, text, shown }: { title: string; text: string; shown: string }) {
  return (
    <div class="request-line">
      <h3>{title}</h3>
      <code>{shown}</code>
      <CopyButton text={text} what={title} />
    </div>
  );
}
