import { textsIn } from '../texts/use-texts.js';
import { type Language } from '../view/view.js';

/** Shown until the session is known. */
export function SigningIn({ language }: { language: Language }) {
  return (
    <p class="signing-in" role="status">
      {textsIn(language).signingIn}
    </p>
  );
}
