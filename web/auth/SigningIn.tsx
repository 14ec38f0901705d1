import { textsIn } from '../texts/use-texts.js';
import { type Language } from '../view/view.js';

/** What is there until it is known who uses the page. */
export function SigningIn({ language }: { language: Language }) {
  return (
    <p class="signing-in" role="status">
      {textsIn(language).signingIn}
    </p>
  );
}
