import pLimit, { type LimitFunction } from 'p-limit';

/** Runs work of the same key one after the other; work of different keys does not wait for each other. */
export class KeyedMutex {
  private readonly lines = new Map<string, { readonly limit: LimitFunction; users: number }>();

  /** Keys in use: one is forgotten with its last work. */
  get size(): number {
    return this.lines.size;
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.lines.get(key) ?? { limit: pLimit(1), users: 0 };
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
