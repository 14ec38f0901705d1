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
  readonly children: ComponentChildren;
}

/** A link of the service as a link of the page: it opens the place or the user that the service names. */
export function RecordLink({ to, children, ...rest }: Props) {
  const { view, open } = useNavigation();
  const path = useApi().pathOf(to);
  return (
    <a
      {...rest}
      href={`${location.pathname}${printView({ ...view, open: path })}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(path);
      }}
    >
      {children}
    </a>
  );
}
