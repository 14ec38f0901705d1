import { useEffect, useState } from 'preact/hooks';
import { type Suggestion } from '../api/records.js';
import { useApi } from '../api/use-api.js';
import { suggestPath } from '../view/search-request.js';
import { type View } from '../view/view.js';

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
