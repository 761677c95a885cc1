interface Entry<Event> {
  readonly at: number;
  readonly event: Event;
}

/** Events in the order of their times: a binary heap. */
export class Timeline<Event> {
  private readonly heap: Entry<Event>[] = [];

  get size(): number {
    return this.heap.length;
  }

  /** The time of the next event; undefined if there is none. */
  get next(): number | undefined {
    return this.heap[0]?.at;
  }

  add(at: number, event: Event): void {
    const { heap } = this;
    let index = heap.push({ at, event }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.at(parent) <= at) break;
      this.swap(index, parent);
      index = parent;
    }
  }

  /** Removes the next event; undefined if there is none. */
  take(): Event | undefined {
    const { heap } = this;
    if (heap.length > 1) this.swap(0, heap.length - 1);
    const taken = heap.pop();
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = this.at(right) < this.at(left) ? right : left;
      if (this.at(child) >= this.at(index)) return taken?.event;
      this.swap(index, child);
      index = child;
    }
  }

  /** Infinite behind the end. */
  private at(index: number): number {
    return this.heap[index]?.at ?? Infinity;
  }

  private swap(a: number, b: number): void {
    const { heap } = this;
    const [first, second] = [heap[a], heap[b]];
    if (first === undefined || second === undefined) return;
    [heap[a], heap[b]] = [second, first];
  }
}
