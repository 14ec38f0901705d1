import { type World } from '../slow/world.js';
import { type ElasticsearchProxy } from './elasticsearch-proxy.js';

export interface Scene {
  world: World;
  proxy: ElasticsearchProxy;
  /** A token for requests beside the load. */
  token: string;
}

/** What a fault measures itself. */
export interface Finding {
  text: string;
  failed: boolean;
}

/** A failure of a server or of clients. */
export interface Fault {
  name: string;
  /** The requests that fail. */
  affects: 'search' | 'all' | 'none';
  /** How long it lasts; 8 by default. */
  seconds?: number;
  /** Searches succeed at first, and fail from a moment in this range until the end; in seconds. */
  searchesFailAfter?: readonly [least: number, most: number];
  /** The service recovers while the fault lasts: the recovery counts from the beginning of the fault. */
  isOvercome?: boolean;
  /** A place changes during the fault, so searches may find its old or its new form. */
  changesPlace?: boolean;
  /** Clients that each wait for their response before they send the next request. By default requests come at a constant rate. */
  waitingClients?: number;
  /** @returns a function that ends the fault */
  begin(scene: Scene): Promise<() => Promise<void> | void>;
  /** Starts when the fault has begun. */
  observe?(scene: Scene): Promise<Finding>;
}
