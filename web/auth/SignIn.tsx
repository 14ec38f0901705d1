import { type Configuration } from '../configuration.js';
import { useTexts } from '../texts/use-texts.js';
import { type SignInFailure } from './session.js';

/** Messages for visitors who are not signed in. */
export type Notice = { failure: SignInFailure } | { signedOut: 'revoked' | 'notRevoked' | 'ended' };

interface Props {
  readonly configuration: Configuration;
  readonly notice: Notice | undefined;
  readonly signIn: () => void;
}

/** Asks the user to sign in and shows the demonstration account if there is one. */
export function SignIn({ configuration, notice, signIn }: Props) {
  const texts = useTexts();
  const { demonstration, clientId, registration } = configuration;
  return (
    <section class="sign-in" aria-labelledby="sign-in-heading">
      <h2 id="sign-in-heading">{texts.signIn}</h2>
      {notice && <NoticeText notice={notice} />}
      {clientId === undefined ? (
        <p>
          {texts.unregistered} <code>{registration}</code>
        </p>
      ) : (
        <>
          <p>{texts.signInReason}</p>
          <button type="button" class="strong" onClick={signIn}>
            {texts.signIn}
          </button>
        </>
      )}
      {demonstration && (
        <>
          <p>{texts.demonstration}</p>
          <dl class="facts">
            <dt>{texts.email}</dt>
            <dd>
              <code>{demonstration.email}</code>
            </dd>
            <dt>{texts.password}</dt>
            <dd>
              <code>{demonstration.password}</code>
            </dd>
          </dl>
        </>
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
