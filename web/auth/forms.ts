interface Account {
  readonly email: string;
  readonly password: string;
}

/** To consent, perhaps after a sign-in, perhaps after a change of the account. */
const MAX_FORMS = 3;

/**
 * Fills in the forms of the sign-in pages for an account whose password is public.
 *
 * @param address of the authorization request, with `prompt=consent`
 * @returns the parameters of the redirect URI; undefined if the pages do not accept the account
 */
export async function allowOverForms(address: string, account: Account): Promise<URLSearchParams | undefined> {
  let response = await fetch(address);
  let isSignedIn = false;
  for (let forms = 0; forms <= MAX_FORMS; forms += 1) {
    const { pathname, searchParams } = new URL(response.url);
    if (!pathname.endsWith('/v2/oauth/authorize')) return searchParams;
    // The policy of this page reports the style of the whole one.
    const [source = ''] = /<form[^]*<\/form>/.exec(await response.text()) ?? [];
    const [form] = new DOMParser().parseFromString(source, 'text/html').forms;
    if (!form) return undefined;
    const isConsent = form.querySelector('[value=allow]') !== null;
    const action: string = isConsent ? consentAction(isSignedIn) : 'sign-in';
    // The account was rejected.
    if (action === 'sign-in' && isSignedIn) return undefined;
    isSignedIn ||= action === 'sign-in';
    const body = new URLSearchParams({ action, ...(action === 'sign-in' && account) });
    for (const { name, value } of form.querySelectorAll<HTMLInputElement>('[type=hidden]')) body.set(name, value);
    response = await fetch(form.getAttribute('action') ?? address, { method: 'POST', body });
  }
  return undefined;
}

/** Somebody else may be signed in. */
function consentAction(isSignedIn: boolean): string {
  return isSignedIn ? 'allow' : 'switch';
}
