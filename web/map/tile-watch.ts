import { type Map, type Tile, type VectorTileSource } from 'maplibre-gl';

/** Milliseconds. */
const WATCHED = 500;

/** Knows whether tiles of a source can be loaded. MapLibre has no event for tiles that do not exist. */
export class TileWatch {
  /** Whether what the map shows now cannot be loaded: not one tile of it. */
  isFailing = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** Those that the map uses, or keeps for later. */
  private readonly asked = new Set<Tile>();
  /** Whether the source failed since the map was idle, as that of a file does. */
  private isBroken = false;

  /**
   * @param source its id
   * @param changed called when `isFailing` has changed
   */
  constructor(
    private readonly map: Pick<Map, 'on' | 'triggerRepaint' | 'getSource'>,
    private readonly source: string,
    private readonly changed: () => void,
  ) {
    map.on('sourcedataloading', ({ sourceId, ...event }) => {
      const tile = event.tile as Tile | undefined;
      if (sourceId !== source || !tile) return;
      this.asked.add(tile);
      // A tile that fails draws nothing, so the map would not notice that it is idle.
      this.timer ??= setInterval(() => {
        map.triggerRepaint();
      }, WATCHED);
    });
    map.on('error', (event) => {
      if ('sourceId' in event && event.sourceId === source && !('tile' in event)) this.isBroken = true;
    });
    map.on('idle', () => {
      this.check();
    });
  }

  /** Asks once more for what failed. The map itself does so only for a part that it did not show. */
  retry(): void {
    const source = this.isFailing ? this.map.getSource<VectorTileSource>(this.source) : undefined;
    source?.setTiles(source.tiles);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private check(): void {
    this.stop();
    const { asked, isBroken } = this;
    this.isBroken = false;
    // The map drops what it no longer uses if it is without data, such as what was aborted.
    for (const tile of asked) if (tile.uses === 0 && !tile.hasData()) asked.delete(tile);
    const used = [...asked].filter(({ uses }) => uses > 0);
    if (used.length === 0 && !isBroken) return;
    const isFailing = isBroken || !used.some((tile) => tile.hasData());
    if (isFailing === this.isFailing) return;
    this.isFailing = isFailing;
    this.changed();
  }
}
