/** Counts who is inside, and lets in no more than there is room for. Nobody waits. */
export class Crowd {
  private inside = 0;
  private refused = 0;

  /** @param room how many may be inside at once */
  constructor(private readonly room: number) {}

  /** How many are inside, and how many have been turned away so far. */
  get state(): { inside: number; refused: number } {
    return { inside: this.inside, refused: this.refused };
  }

  /** @returns what to call on leaving; undefined when there is no room */
  enter(): (() => void) | undefined {
    if (this.inside >= this.room) {
      this.refused += 1;
      return undefined;
    }
    this.inside += 1;
    let isInside = true;
    return () => {
      if (isInside) this.inside -= 1;
      isInside = false;
    };
  }
}
