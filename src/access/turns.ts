/** Lets only so many of one kind of work go on at once; the others wait in line. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(private readonly atOnce: number) {}

  get isIdle(): boolean {
    return this.busy === 0;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.busy < this.atOnce) this.busy++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.busy--;
      else next();
    }
  }
}

/** Lets work of the same key go on one after the other. */
export class TurnsByKey {
  private readonly lines = new Map<string, Turns>();

  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(key) ?? new Turns(1);
    this.lines.set(key, line);
    try {
      return await line.take(work);
    } finally {
      if (line.isIdle) this.lines.delete(key);
    }
  }
}
