import { type Account } from '../../users/account.js';
import { formToken } from '../sessions/csrf.js';
import { type AuthorizationRequest } from './authorization-requests.js';
import { consentPage } from './pages/consent-page.js';
import { stalePage } from './pages/failure-page.js';
import { type FormFrame } from './pages/form.js';
import { type SignInView, signInPage } from './pages/sign-in-page.js';
import { formTargets } from './redirect-address.js';
import { type Reply } from './reply.js';
import { type SignInState } from './sign-in-state.js';

/** Asks who the person is. What is wrong with the last answer comes with the status that says so. */
export function signInReply(
  visit: SignInState,
  request: AuthorizationRequest,
  {
    status = 200,
    headers = {},
    ...view
  }: Partial<SignInView> & { status?: number; headers?: Record<string, string> } = {},
): Reply {
  return {
    status,
    headers,
    page: signInPage(visit.texts, { frame: frameOf(visit, request), client: request.client.name, ...view }),
    targets: formTargets(request.client.redirectUris),
    ...(!visit.known && { session: visit.session }),
  };
}

/** Asks the person who is signed in. */
export function consentReply(visit: SignInState, request: AuthorizationRequest, person: Account): Reply {
  const { client, scope, redirectUri } = request;
  const destination = destinationOf(redirectUri) ?? visit.texts.thisDevice;
  const view = { frame: frameOf(visit, request), client: client.name, scope, person, destination };
  return { status: 200, page: consentPage(visit.texts, view), targets: formTargets(client.redirectUris) };
}

/** Refuses a form that was not made for this browser, and offers a fresh one. */
export function staleReply(visit: SignInState, again: string): Reply {
  return { status: 403, page: stalePage(visit.texts, again) };
}

function frameOf({ action, session }: SignInState, { printed }: AuthorizationRequest): FormFrame {
  return { action, request: printed, token: formToken(session) };
}

/** A web site as its visitors know it; undefined when the address leads to a program on the same device. */
function destinationOf(redirectUri: string): string | undefined {
  const { protocol, hostname } = new URL(redirectUri);
  return /^https?:$/.test(protocol) && !/^(127\.0\.0\.1|\[::1\]|localhost)$/.test(hostname) ? hostname : undefined;
}
