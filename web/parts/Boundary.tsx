import { type ComponentChildren } from 'preact';
import { useErrorBoundary, useRef } from 'preact/hooks';
import { useTexts } from '../texts/use-texts.js';

interface Props {
  /** The data that the content shows. Other data are tried without a press. */
  readonly of?: unknown;
  /** Loads other data. Without it the same are tried once more. */
  readonly retry?: () => void;
  readonly children: ComponentChildren;
}

/** Shows an error of its content, which otherwise would stop at what it showed before, and offers to try again. */
export function Boundary({ of, retry, children }: Props) {
  const texts = useTexts();
  const shown = useRef<unknown>(undefined);
  const failed = useRef<unknown>(undefined);
  shown.current = of;
  const [error, reset] = useErrorBoundary((cause: unknown) => {
    failed.current = shown.current;
    reportError(cause);
  }) as [unknown, () => void];
  if (error === undefined || failed.current !== of) return <>{children}</>;
  return (
    <div class="broken">
      <div class="problem" role="alert">
        <strong>{texts.broken}</strong>
        {error instanceof Error && <p lang="en">{error.message}</p>}
        <button type="button" onClick={retry ?? reset}>
          {texts.tryAgain}
        </button>
      </div>
    </div>
  );
}
