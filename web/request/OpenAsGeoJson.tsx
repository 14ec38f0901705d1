import { type Exchange } from '../api/exchange.js';
import { useApi } from '../api/use-api.js';
import { useTexts } from '../texts/use-texts.js';
import { pretty } from './pretty.js';

/** The browser copies the text when it opens the tab. */
const REVOKE_AFTER_MS = 60_000;

/** Repeats a request for places in GeoJSON and opens the response in a new tab, from which it can be saved. */
export function OpenAsGeoJson({ exchange }: { exchange: Exchange }) {
  const texts = useTexts();
  const api = useApi();
  const openTab = async (): Promise<void> => {
    const { status, body } = await api.again(exchange, 'geojson', new AbortController().signal);
    if (status !== 200) return;
    // Browsers show JSON, and save other types at once.
    const address = URL.createObjectURL(new Blob([pretty(body, 'geojson')], { type: 'application/json' }));
    window.open(address, '_blank', 'noopener');
    setTimeout(() => {
      URL.revokeObjectURL(address);
    }, REVOKE_AFTER_MS);
  };
  return (
    <button type="button" class="quiet" onClick={() => void openTab()}>
      {texts.openAsGeoJson}
    </button>
  );
}
