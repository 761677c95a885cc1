import { createHash } from 'node:crypto';

/** Whether a test with a long form runs by itself: see test/full/long-run.mjs. */
export const IS_LONG_RUN = process.env.HOLDFAST_TEST_RUNS !== undefined;

/** How often a random test repeats: `shortRun` times among all other tests, and as often as asked by itself. */
export function runsOf(shortRun: number): number {
  return Number(process.env.HOLDFAST_TEST_RUNS ?? shortRun);
}

/** Prints a line about the progress of a long run. */
export function report(line: string): void {
  if (IS_LONG_RUN) process.stdout.write(`${line}\n`);
}

/** A digest of all steps of a run, which shows that another run took the same steps. */
export class Digest {
  private readonly hash = createHash('sha256');

  add(step: unknown): void {
    this.hash.update(JSON.stringify(step));
  }

  get soFar(): string {
    return this.hash.copy().digest('hex').slice(0, 12);
  }
}
