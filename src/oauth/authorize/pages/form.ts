import { type Html, html } from '../../../http/response/html.js';

/** The action and the hidden fields that each form of the pages has. */
export interface FormFrame {
  /** Path of the authorization endpoint. */
  action: string;
  /** The authorization request, percent-encoded. */
  request: string;
  /** The CSRF token. */
  token: string;
}

export function form({ action, request, token }: FormFrame, content: Html): Html {
  return html`<form method="post" action="${action}" novalidate>
<input type="hidden" name="request" value="${request}">
<input type="hidden" name="token" value="${token}">
${content}
</form>`;
}
