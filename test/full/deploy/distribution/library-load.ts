import { setTimeout as sleep } from 'node:timers/promises';
import { PatronClient } from '../../../support/client.js';
import { holdPath, HOLDS, suspensionPath } from '../../../support/paths.js';

/** What one library's patron was answered. */
export class LibraryAnswers {
  /** In milliseconds, of the requests that did not fail. */
  readonly times: number[] = [];
  /** Answers of 500 and above, and requests without an answer. */
  readonly failures: string[] = [];
  longestFailure = 0;

  get answered(): number {
    return this.times.length;
  }
}

/** One patron of each library, who places, lists, suspends, releases and removes a hold of title 1, again and again. */
export class LibraryLoad {
  private readonly answers = new Map<number, LibraryAnswers>();
  private readonly running: Promise<unknown>;
  private isOver = false;

  /** @param clients of the libraries with these numbers */
  constructor(clients: ReadonlyMap<number, PatronClient>) {
    for (const websiteId of clients.keys()) this.answers.set(websiteId, new LibraryAnswers());
    this.running = Promise.all([...clients].map(([websiteId, client]) => this.use(client, websiteId)));
  }

  of(websiteId: number): LibraryAnswers {
    return this.answers.get(websiteId) ?? new LibraryAnswers();
  }

  /** Forgets what was answered up to now. */
  reset(): void {
    for (const websiteId of this.answers.keys()) this.answers.set(websiteId, new LibraryAnswers());
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async use(client: PatronClient, websiteId: number): Promise<void> {
    const suspension = { suspensionType: 'indefinite', ignoreHoldEmail: true };
    const steps = [
      () => client.post(HOLDS, { id: 1, ignoreHoldEmail: true }),
      () => client.get(HOLDS),
      () => client.post(suspensionPath(1), suspension),
      () => client.delete(suspensionPath(1)),
      () => client.delete(holdPath(1)),
    ];
    for (let step = 0; !this.isOver; step++) {
      const began = performance.now();
      const outcome = await steps[step % steps.length]!().then(({ status }) => status, String);
      const milliseconds = performance.now() - began;
      const answers = this.of(websiteId);
      if (typeof outcome === 'number' && outcome < 500) answers.times.push(milliseconds);
      else {
        answers.failures.push(String(outcome));
        answers.longestFailure = Math.max(answers.longestFailure, milliseconds);
        // Like a client that heeds Retry-After.
        await sleep(200);
      }
    }
  }
}

/** A line for docs/operations/scaling.md. */
export function summaryOf(answers: readonly LibraryAnswers[]): string {
  const times = answers.flatMap((each) => each.times).sort((a, b) => a - b);
  const failures = answers.flatMap((each) => each.failures);
  const at = (part: number): string => `${Math.round(times[Math.floor(times.length * part)] ?? NaN)} ms`;
  return `${times.length + failures.length} requests, ${failures.length} failed, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${Math.round(times.at(-1) ?? NaN)} ms`;
}
