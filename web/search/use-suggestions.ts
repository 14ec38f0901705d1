import { useEffect, useMemo, useState } from 'preact/hooks';
import { fold } from '../../src/places/query/fold.js';
import { nameKey } from '../../src/places/query/words.js';
import { type Place, type Suggestion } from '../api/records.js';
import { useApi } from '../api/use-api.js';
import { useLook } from '../api/use-look.js';
import { branchesPath, suggestPath } from '../view/search-request.js';
import { type View } from '../view/view.js';

/** Of so many places of a name, a few near ones are among those that may be meant. */
const MOST_BRANCHES = 48;

/** The lines with branches. */
const BRANCHES = 3;

/** A name has them only if it is among so many first suggestions. */
const FIRST = 3;

/** Milliseconds without a key after which they are asked for. */
const PAUSE = 100;

const none: readonly Suggestion[] = [];

/** Suggestions for a text. Empty for an empty text or if the request fails. */
export function useSuggestions(view: View, typed: string): readonly Suggestion[] {
  const api = useApi();
  const [suggestions, setSuggestions] = useState(none);
  const hasPosition = view.near !== undefined;
  const path = typed === '' ? undefined : suggestPath(view, typed);
  useEffect(() => {
    if (path === undefined) {
      setSuggestions(none);
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    // At once: the next key aborts the request, and waiting for it would only delay the response.
    api.get<{ suggestionResults: { suggestions: Suggestion[] } }>(path, signal).then(
      ({ suggestionResults }) => {
        if (signal.aborted) return;
        const { suggestions: found } = suggestionResults;
        // The nearest to the middle of the map is not the nearest to the user.
        setSuggestions(
          hasPosition ? found.flatMap(withNearest) : found.map(({ distance: _distance, ...others }) => others),
        );
      },
      () => {
        if (!signal.aborted) setSuggestions(none);
      },
    );
    return () => {
      controller.abort();
    };
  }, [api, path]);
  return suggestions;
}

/** All places of a name, then the nearest of them. */
function withNearest(suggestion: Suggestion): Suggestion[] {
  const { places = 1, ...one } = suggestion;
  return places > 1 ? [suggestion, one] : [suggestion];
}

/** Suggestions, with room below the first of several places of a name that starts with the text for those that are nearest. */
export interface Branched {
  /** Undefined where a branch has room but is not known. So no other line gets another index once it is. */
  readonly lines: readonly (Suggestion | undefined)[];
  /** Whether branches are still to come. */
  readonly isWaiting: boolean;
}

/** Adds the nearest branches to suggestions, once they are known. */
export function useBranches({ near, around }: View, typed: string, suggestions: readonly Suggestion[]): Branched {
  const at = suggestions.slice(0, FIRST).findIndex((suggestion) => hasBranches(suggestion, typed));
  const group = suggestions[at];
  const path = group && branchesPath(group.text, near ?? around);
  const looked = useLook(useSettled(path));
  const found = looked?.of === path ? looked : undefined;
  const lines = useMemo(() => {
    if (!group) return suggestions;
    // The nearest to the user is known before.
    const own = suggestions.slice(at + 1, at + 2).filter(({ id }) => id === group.id);
    const others = (found?.places ?? []).filter(
      ({ id, name }) => nameKey(name) === nameKey(group.text) && own.every((first) => first.id !== id),
    );
    const room = Math.min(BRANCHES, group.places ?? 0) - own.length;
    const branches = Array.from({ length: room }, (_, of) => others[of] && offered(others[of], near !== undefined));
    const after = at + 1 + own.length;
    return [...suggestions.slice(0, after), ...branches, ...suggestions.slice(after)];
  }, [suggestions, at, group, found, near]);
  return { lines, isWaiting: path !== undefined && !found };
}

function hasBranches({ type, text, places = 1 }: Suggestion, typed: string): boolean {
  return type === 'place' && places > 1 && places <= MOST_BRANCHES && fold(text).startsWith(fold(typed));
}

/** @param isNearUser whether the distance is that from the user */
function offered({ id, name, link, address, location }: Place, isNearUser: boolean): Suggestion {
  const distance = isNearUser ? location?.distance : undefined;
  return {
    ...{ type: 'place', id, text: name, link },
    ...(address && { address }),
    ...(distance !== undefined && { distance }),
  };
}

/** The value after a pause without another: the next key would only abort a request, which the suggestions for it would wait behind. */
function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
