interface Account {
  readonly email: string;
  readonly password: string;
}

/** To sign in, to consent, and to consent again after a change of the account. */
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
    const form = formIn(await response.text());
    if (!form) return undefined;
    const isConsent = form.querySelector('[value=allow]') !== null;
    // The account was rejected.
    if (!isConsent && isSignedIn) return undefined;
    // Somebody else may be signed in, whom a sign-in replaces.
    response = await (isSignedIn ? post(form, 'allow') : post(form, 'sign-in', { ...account }));
    isSignedIn = true;
  }
  return undefined;
}

/**
 * Presses the button of the sign-out page, which ends the session of this browser and the tokens from it.
 *
 * @param address of the page
 * @returns whether the service confirmed it
 */
export async function signOutOverForms(address: string): Promise<boolean> {
  const page = await fetch(address);
  const form = formIn(await page.text());
  // Without a form nobody is signed in.
  return form ? (await post(form, 'sign-out')).ok : page.ok;
}

function formIn(page: string): HTMLFormElement | undefined {
  // What a template has is not shown: it has no styles, which the policy of this page would report.
  const template = document.createElement('template');
  template.innerHTML = page;
  return template.content.querySelector('form') ?? undefined;
}

function post(form: HTMLFormElement, action: string, fields: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ action, ...fields });
  for (const { name, value } of form.querySelectorAll<HTMLInputElement>('[type=hidden]')) body.set(name, value);
  return fetch(form.getAttribute('action') ?? '', { method: 'POST', body });
}
