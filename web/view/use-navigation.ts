import { createContext, type RefObject } from 'preact';
import { useContext } from 'preact/hooks';
import { type Camera, type ChangeView } from './use-view.js';
import { type View } from './view.js';

/** The view and functions to navigate from it. */
export interface Navigation {
  readonly view: View;
  readonly change: ChangeView;
  /** Changes what is searched, together with the words in the search box. */
  readonly refine: (change: (view: View) => View) => void;
  /** The words in the search box, if they differ from those of the view and may be searched. */
  readonly draft: RefObject<string | undefined>;
  readonly camera: Camera;
  /** Opens a place or user panel. @param isPeek as a card over the map of a narrow screen */
  readonly open: (path: string, isPeek?: boolean) => void;
  /** The paths of the places that are cards. Back and forward keep them so. */
  readonly peeked: readonly string[];
  /** Shows all of a place that is a card. */
  readonly expand: (path: string) => void;
  /** Names the open place or user in the title of the page. */
  readonly entitle: (name: string | undefined) => void;
}

export const NavigationContext = createContext<Navigation | undefined>(undefined);

export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (!navigation) throw new Error('There is no NavigationContext around');
  return navigation;
}
