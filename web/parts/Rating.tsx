import { useTexts } from '../texts/use-texts.js';
import { decimal } from './formats.js';

export function Rating({ value }: { value: string | undefined }) {
  const texts = useTexts();
  if (value === undefined) return null;
  const shown = decimal(value, texts.lang);
  return (
    <span class="rating" role="img" aria-label={texts.rating(shown)}>
      <span class="star">★</span> {shown}
    </span>
  );
}
