import { type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Problem } from '../api/problem.js';
import { Glyph } from '../parts/Icon.js';
import { ProblemNote } from '../parts/ProblemNote.js';
import { Skeleton } from '../parts/Skeleton.js';
import { useTexts } from '../texts/use-texts.js';
import { useEscape } from '../view/use-escape.js';
import { useNavigation } from '../view/use-navigation.js';

interface Props {
  readonly path: string;
  /** Undefined while loading. */
  readonly title: string | undefined;
  readonly problem: Problem | undefined;
  readonly retry: () => void;
  readonly close: () => void;
  /** Whether it is a card over the lower part of the map. */
  readonly isPeek?: boolean;
  /** What is above the title. */
  readonly banner?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A panel beside the results. It takes the focus; Escape closes it. */
export function Panel({ path, title, problem, retry, close, isPeek = false, banner, children }: Props) {
  const texts = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    heading.current?.focus();
    panel.current?.scrollTo(0, 0);
  }, [path, isPeek]);
  const { entitle } = useNavigation();
  useEffect(() => {
    entitle(title);
    return () => {
      entitle(undefined);
    };
  }, [title, entitle]);
  useEscape(panel, close);
  return (
    <section class={isPeek ? 'panel peek' : 'panel'} aria-labelledby="panel-heading" ref={panel}>
      {banner}
      <header>
        {/* It has the focus before it is known what it says. */}
        <h2 id="panel-heading" tabIndex={-1} ref={heading} dir="auto" aria-live="polite">
          {title ?? (problem ? (problem.status === 404 ? texts.gone : texts.failedToLoad) : texts.loading)}
        </h2>
        <button type="button" class="close" aria-label={texts.close} onClick={close}>
          <Glyph name="clear" />
        </button>
      </header>
      {title === undefined && !problem && <Skeleton lines={6} />}
      {problem?.status === 404 ? (
        <>
          <p role="alert">{texts.goneDetail}</p>
          <button type="button" onClick={close}>
            {texts.backToResults}
          </button>
        </>
      ) : (
        problem && <ProblemNote problem={problem} retry={retry} />
      )}
      {children}
    </section>
  );
}
