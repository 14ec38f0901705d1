import { type Map } from 'maplibre-gl';
import { sources } from './map-style.js';

/** Milliseconds. */
const WATCHED = 500;

/** Knows whether the street map can be loaded. MapLibre has no event for tiles that do not exist. */
export class StreetWatch {
  /** Whether what the map shows now cannot be loaded. */
  isFailing = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Tiles since the map was idle. */
  private asked = 0;
  private shown = 0;
  private failed = 0;

  /** @param changed called when `isFailing` has changed */
  constructor(
    private readonly map: Map,
    private readonly changed: () => void,
  ) {
    map.on('sourcedataloading', ({ sourceId, tile }) => {
      if (sourceId !== sources.streets || !tile) return;
      this.asked += 1;
      // A tile that fails draws nothing, so the map would not notice that it is idle.
      this.timer ??= setInterval(() => {
        map.triggerRepaint();
      }, WATCHED);
    });
    map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId === sources.streets && tile) this.shown += 1;
    });
    map.on('error', (event) => {
      if ('sourceId' in event && event.sourceId === sources.streets) this.failed += 1;
    });
    map.on('idle', () => {
      this.check();
    });
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private check(): void {
    this.stop();
    const { asked, shown, failed } = this;
    this.asked = this.shown = this.failed = 0;
    if (asked + failed === 0) return;
    const isFailing = failed > 0 || shown === 0;
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    this.changed();
  }
}
