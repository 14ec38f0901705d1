import { type Problem } from '../api/problem.js';
import { useTexts } from '../texts/use-texts.js';

/** A problem with its remedy. */
export function ProblemNote({ problem, retry }: { problem: Problem; retry: () => void }) {
  const texts = useTexts();
  const { status, title, detail, code, retryAfter } = problem;
  const isReached = status !== 0;
  const translated = texts.problemTitle(code);
  // Other requests fail again until they are changed.
  const mayHelp = status < 400 || status >= 500 || [408, 410, 429].includes(status);
  return (
    <div class="problem" role="alert" data-status={status}>
      {isReached ? (
        <div lang={translated === undefined ? 'en' : undefined}>
          <strong>{translated ?? title}</strong>
          {/* Faults in a filter have a caret below their column. Where another try may help, the details are for programs. */}
          {detail.includes('\n') ? (
            <pre lang="en">{detail}</pre>
          ) : (
            translated === undefined && !mayHelp && <p>{detail}</p>
          )}
          {/* Those who build a request look it up. */}
          {!mayHelp && (
            <small>
              {status} <code>{code}</code>
            </small>
          )}
        </div>
      ) : (
        <div>
          <strong>{texts.unreachable}</strong>
          <p>{texts.unreachableDetail}</p>
        </div>
      )}
      {retryAfter !== undefined && <p>{texts.tryAgainIn(String(retryAfter))}</p>}
      {mayHelp && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The note disappears, so move the focus.
            currentTarget.closest('section')?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
            retry();
          }}
        >
          {texts.tryAgain}
        </button>
      )}
    </div>
  );
}
