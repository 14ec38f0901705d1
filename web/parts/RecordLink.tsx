import { type ComponentChildren } from 'preact';
import { useApi } from '../api/use-api.js';
import { type Link } from '../api/records.js';
import { useNavigation } from '../view/use-navigation.js';
import { printView } from '../view/view.js';

interface Props {
  readonly to: Link;
  readonly class?: string;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}

/** Turns a link from a response into a link that opens the place or user on this page. */
export function RecordLink({ to, children, onOpen, ...rest }: Props) {
  const { view, open } = useNavigation();
  const path = useApi().pathOf(to);
  return (
    <a
      {...rest}
      href={`${location.pathname}${printView({ ...view, open: path })}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen?.();
        open(path);
      }}
    >
      {children}
    </a>
  );
}
