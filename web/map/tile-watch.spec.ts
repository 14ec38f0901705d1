import { EventEmitter } from 'node:events';
import { type Map } from 'maplibre-gl';
import { TileWatch } from './tile-watch.js';

/** A tile of MapLibre. */
const aTile = (hasData: boolean, uses = 1) => ({ uses, hasData: () => hasData });

describe('the watch on tiles of a source', () => {
  const changed = jest.fn();
  const setTiles = jest.fn();
  const getSource = (id: string) => ({ tiles: [`/${id}/{z}`], setTiles });
  let events: EventEmitter;
  let watch: TileWatch;

  beforeEach(() => {
    events = new EventEmitter();
    changed.mockClear();
    setTiles.mockClear();
    watch = new TileWatch(
      Object.assign(events, { triggerRepaint: () => undefined, getSource }) as unknown as Map,
      'streets',
      changed,
    );
  });
  afterEach(() => {
    watch.stop();
  });

  const ask = (...tiles: object[]): void => {
    for (const tile of tiles) events.emit('sourcedataloading', { sourceId: 'streets', tile });
  };
  const fail = (details: object): void => {
    events.emit('error', { sourceId: 'streets', error: new Error('500'), ...details });
  };
  const state = () => {
    events.emit('idle');
    return [watch.isFailing, changed.mock.calls.length];
  };

  it('says once that no tile can be loaded, until one can', () => {
    const [failed, missing] = [aTile(false), aTile(false)];
    ask(failed, missing);
    fail({ tile: failed });
    expect(state()).toEqual([true, 1]);
    expect(state()).toEqual([true, 1]);
    failed.uses = missing.uses = 0;
    ask(aTile(true));
    expect(state()).toEqual([false, 2]);
  });

  it('says nothing of tiles that fail beside others', () => {
    const failed = aTile(false);
    ask(aTile(true), failed);
    fail({ tile: failed });
    expect(state()).toEqual([false, 0]);
    // The map moves a little.
    const next = aTile(false);
    ask(next);
    fail({ tile: next });
    expect(state()).toEqual([false, 0]);
  });

  it('says nothing of tiles that the map passed by', () => {
    ask(aTile(false, 0));
    expect(state()).toEqual([false, 0]);
  });

  it('knows tiles that the map kept', () => {
    const [kept, failed] = [aTile(true), aTile(false)];
    ask(kept);
    expect(state()).toEqual([false, 0]);
    kept.uses = 0;
    ask(failed);
    expect(state()).toEqual([true, 1]);
    [kept.uses, failed.uses] = [1, 0];
    expect(state()).toEqual([false, 2]);
  });

  it('says that a file cannot be loaded, which has no tiles then', () => {
    fail({});
    expect(state()).toEqual([true, 1]);
    expect(state()).toEqual([true, 1]);
  });

  it('knows nothing of tiles of other sources', () => {
    events.emit('sourcedataloading', { sourceId: 'plan', tile: aTile(false) });
    expect(state()).toEqual([false, 0]);
  });

  it('asks again only for what fails', () => {
    watch.retry();
    ask(aTile(true));
    state();
    watch.retry();
    expect(setTiles).not.toHaveBeenCalled();
    fail({});
    state();
    watch.retry();
    expect(setTiles.mock.calls).toEqual([[['/streets/{z}']]]);
  });
});
