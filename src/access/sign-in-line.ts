import { Refusal } from '../domain/errors.js';

/** A PIN's hash takes about 40 ms and three are made at once: the last of these waits for half a second. */
const MAX_AT_ONCE = 32;
/** Leaves room for other clients while one floods. */
const MAX_AT_ONCE_PER_CLIENT = 24;

/** Limits how many sign-ins are worked on or wait, so that each waits only briefly. */
export class SignInLine {
  private total = 0;
  private readonly perClient = new Map<string, number>();

  /** @throws Refusal `TooManyRequests` at once, when too many wait already */
  async run<Result>(clientId: string, signIn: () => Promise<Result>): Promise<Result> {
    if (this.total >= MAX_AT_ONCE || this.of(clientId) >= MAX_AT_ONCE_PER_CLIENT)
      throw new Refusal('TooManyRequests', 'Too many sign-ins at once: try again in a moment.');
    this.count(clientId, 1);
    try {
      return await signIn();
    } finally {
      this.count(clientId, -1);
    }
  }

  private of(clientId: string): number {
    return this.perClient.get(clientId) ?? 0;
  }

  private count(clientId: string, change: number): void {
    this.total += change;
    const number = this.of(clientId) + change;
    if (number === 0) this.perClient.delete(clientId);
    else this.perClient.set(clientId, number);
  }
}
