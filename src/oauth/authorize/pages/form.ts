import { type Html, html } from '../../../http/response/html.js';

/** The action and the hidden fields of a form. */
export interface FormFrame {
  /** The path that the form posts to. */
  action: string;
  /** The authorization request, percent-encoded, if there is one. */
  request?: string;
  /** The CSRF token. */
  token: string;
}

export function form({ action, request, token }: FormFrame, content: Html): Html {
  return html`<form method="post" action="${action}" novalidate>
${request !== undefined && html`<input type="hidden" name="request" value="${request}">`}
<input type="hidden" name="token" value="${token}">
${content}
</form>`;
}
