/** One service that `startServices` started, or was given. */
export interface RunningService {
  readonly url: string;
  /** Resolves when it ends, with what is known of why. It never does for one that somebody else runs. */
  readonly exited: Promise<string>;
  /** Stops it in order and resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it at once, for someone who does not want to wait. */
  kill(): void;
}

/** A server of ours, which tests may treat badly. */
export interface EmbeddedService extends RunningService {
  /** Kills it as `kill -9` does, and resolves when it is gone. */
  crash(): Promise<void>;
}
