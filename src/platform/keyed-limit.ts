import pLimit, { type LimitFunction } from 'p-limit';

interface Line {
  readonly limit: LimitFunction;
  users: number;
}

/** Limits how much work of the same key runs at once; work of different keys does not wait for each other. */
export class KeyedLimit {
  private readonly lines = new Map<string, Line>();

  /** @param atOnce how much work of one key runs at the same time; 1 for one after the other */
  constructor(private readonly atOnce: number) {}

  /** Keys in use: one is forgotten with its last work. */
  get size(): number {
    return this.lines.size;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(key) ?? { limit: pLimit(this.atOnce), users: 0 };
    this.lines.set(key, line);
    line.users++;
    try {
      return await line.limit(work);
    } finally {
      line.users--;
      if (line.users === 0) this.lines.delete(key);
    }
  }
}
