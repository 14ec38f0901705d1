import { type Html, html } from '../../../http/response/html.js';

/** What every form of the pages carries: where it goes, what the client asked for, and proof that it is ours. */
export interface FormFrame {
  /** Path of the authorization endpoint. */
  action: string;
  /** The authorization request, percent-encoded. */
  request: string;
  token: string;
}

export function form({ action, request, token }: FormFrame, content: Html): Html {
  return html`<form method="post" action="${action}" novalidate>
<input type="hidden" name="request" value="${request}">
<input type="hidden" name="token" value="${token}">
${content}
</form>`;
}
