import { useEffect, useRef } from 'preact/hooks';
import { type Configuration } from '../configuration.js';
import { useTexts } from '../texts/use-texts.js';
import { useNavigation } from '../view/use-navigation.js';
import { hasConditions } from '../view/view.js';
import { type SignInFailure } from './session.js';

/** Messages for visitors who are not signed in. */
export type Notice = { failure: SignInFailure } | { signedOut: 'revoked' | 'notRevoked' | 'ended' };

interface Props {
  readonly configuration: Configuration;
  readonly notice: Notice | undefined;
  readonly signIn: () => void;
  readonly signInDemonstration: () => void;
}

/** Says that searches need a signed-in user, and offers the demonstration account if there is one. */
export function SignIn({ configuration, notice, signIn, signInDemonstration }: Props) {
  const texts = useTexts();
  const { view } = useNavigation();
  const { demonstration, clientId, registration } = configuration;
  const isSearched = hasConditions(view) || view.open !== undefined;
  const wanted = view.q === '' ? texts.placesHere : texts.placesFor(view.q);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // A search while signed out leads to the way in.
    if (!first.current && view.q !== '') heading.current?.focus();
    first.current = false;
  }, [view.q]);
  return (
    <section class="sign-in stack" aria-labelledby="sign-in-heading">
      <h2 id="sign-in-heading" tabIndex={-1} ref={heading} dir="auto">
        {isSearched ? texts.signInFor(wanted) : texts.signIn}
      </h2>
      {notice && <NoticeText notice={notice} />}
      {clientId === undefined ? (
        <p>
          {registration === undefined ? (
            texts.noSignIn
          ) : (
            <>
              {texts.unregistered} <code>{registration}</code>
            </>
          )}
        </p>
      ) : (
        <>
          <p>{texts.signInReason}</p>
          {demonstration && (
            <button type="button" class="strong" onClick={signInDemonstration}>
              {texts.demonstrationSignIn}
            </button>
          )}
          <button type="button" class={demonstration ? '' : 'strong'} onClick={signIn}>
            {texts.signIn}
          </button>
        </>
      )}
      {demonstration && (
        <p class="line">
          {texts.demonstration} <code>{demonstration.email}</code>, <code>{demonstration.password}</code>
        </p>
      )}
    </section>
  );
}

function NoticeText({ notice }: { notice: Notice }) {
  const texts = useTexts();
  if ('failure' in notice) {
    return (
      <p class="problem" role="alert">
        {texts.signInFailures[notice.failure]}
      </p>
    );
  }
  const { signedOut } = notice;
  const isWanted = signedOut === 'revoked';
  const said = { revoked: texts.signedOut, notRevoked: texts.notRevoked, ended: texts.sessionEnded };
  return (
    <p class={isWanted ? 'note' : 'problem'} role={isWanted ? 'status' : 'alert'}>
      {said[signedOut]}
    </p>
  );
}
