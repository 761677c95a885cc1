import pLimit, { type LimitFunction } from 'p-limit';

/** Limits the work that runs at once for the same key; work for different keys does not wait for each other. */
export class KeyedLimit {
  private readonly lines = new Map<string, { readonly limit: LimitFunction; users: number }>();

  constructor(private readonly atOnce: number) {}

  /** The number of keys in use: a key is forgotten with its last work. */
  get size(): number {
    return this.lines.size;
  }

  /** The number of works of the key that run or wait. */
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
