import { useTexts } from '../texts/use-texts.js';
import { closingTime, openingTime } from './formats.js';

interface Props {
  readonly open: boolean | undefined;
  /** When that changes next, on the clock of the place: `2026-11-23T19:00`. */
  readonly changes: string | undefined;
  /** The date at the place: `2026-11-23`. */
  readonly today: string;
}

/** Whether a place is open, and until when. */
export function OpenState({ open = false, changes, today }: Props) {
  const texts = useTexts();
  if (changes === undefined) return <b class={open ? 'open' : 'closed'}>{open ? texts.wholeDay : texts.closed}</b>;
  if (open) return <b class="open">{texts.openUntil(closingTime(changes, today, texts.lang, texts.midnight))}</b>;
  return (
    <span>
      <b class="closed">{texts.closed}</b> ·{' '}
      <span class="opens">{texts.opensAt(...openingTime(changes, today, texts.lang))}</span>
    </span>
  );
}
