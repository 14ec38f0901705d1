import { form, type FormFrame } from './form.js';
import { layout } from './layout.js';
import { html } from '../../../http/response/html.js';
import { type Texts } from './texts/texts.js';

export interface ConsentView {
  frame: FormFrame;
  /** The name of the client that asks. */
  client: string;
  scope: readonly string[];
  user: { name: string; email: string };
  /** Where the user is taken next: a host name or a description. */
  destination: string;
  /** Path of the account page. */
  account: string;
}

export function consentPage(texts: Texts, { frame, client, scope, user, destination, account }: ConsentView): string {
  const title = texts.consentTitle(client);
  const permissions = scope.flatMap((name) => texts.scopes[name] ?? [name]);
  const buttons = html`<button name="action" value="allow">${texts.allow}</button>
<button name="action" value="deny" class="other">${texts.deny}</button>
<button name="action" value="switch" class="link">${texts.switchAccount}</button>`;
  return layout(
    texts,
    title,
    html`<h1>${title}</h1>
<p class="who">${texts.signedInAs} <strong>${user.name}</strong> (${user.email}).</p>
<h2>${texts.willBeAble}</h2>
<ul>${permissions.map((permission) => html`<li>${permission}</li>`)}</ul>
<p class="quiet">${texts.passwordStays} ${texts.backTo(destination)}</p>
${form(frame, buttons)}
<p class="quiet foot">${texts.endLater} <a href="${account}">${texts.accountLink}</a></p>`,
  );
}
