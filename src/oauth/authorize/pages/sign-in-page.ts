import { form, type FormFrame } from './form.js';
import { layout } from './layout.js';
import { html } from '../../../http/response/html.js';
import { type Texts } from './texts/texts.js';

export interface SignInView {
  frame: FormFrame;
  /** What the user signs in for. */
  reason: string;
  /** Whether there is somebody to return to without signing in. */
  canCancel: boolean;
  /** The e-mail address of the last attempt. */
  email?: string;
  /** Why the page is shown again. */
  alert?: string;
  /** Whether the alert is about the input. */
  invalid?: boolean;
}

export function signInPage(texts: Texts, { frame, reason, canCancel, email = '', alert, invalid }: SignInView): string {
  const state = invalid === true && html` aria-invalid="true" aria-describedby="alert"`;
  // The first empty field gets the focus. The password is never sent back.
  const [emailFocus, passwordFocus] = email === '' ? [html` autofocus`] : [undefined, html` autofocus`];
  const fields = html`<label for="email">${texts.emailLabel}</label>
<input id="email" name="email" type="text" inputmode="email" autocomplete="username" autocapitalize="none"
 spellcheck="false" maxlength="320" required value="${email}"${state}${emailFocus}>
<label for="password">${texts.passwordLabel}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="2000"
 required${state}${passwordFocus}>
<button name="action" value="sign-in">${texts.signIn}</button>
${canCancel && html`<button name="action" value="deny" class="other">${texts.cancel}</button>`}`;
  return layout(
    texts,
    texts.signInTitle,
    html`<h1>${texts.signInTitle}</h1>
<p>${reason}</p>
${alert !== undefined && html`<p class="alert" id="alert" role="alert">${alert}</p>`}
${form(frame, fields)}`,
  );
}
