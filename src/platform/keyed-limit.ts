import pLimit, { type LimitFunction } from 'p-limit';

/** Runs only so much work of the same key at once; work of different keys does not wait for each other. */
export class KeyedLimit {
  private readonly lines = new Map<string, { readonly limit: LimitFunction; users: number }>();

  constructor(private readonly atOnce: number) {}

  /** Keys in use: one is forgotten with its last work. */
  get size(): number {
    return this.lines.size;
  }

  /** How much work of the key runs or waits. */
  users(key: string): number {
    return this.lines.get(key)?.users ?? 0;
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
