import type { ClosureResult } from './closures.service.js';

/** What was done to the holds of a library. */
export interface ClosureRecord {
  /** How many holds it was done to. */
  readonly changed: number;
  /** False: some are left, because there are many, or their queues are busy. The same request goes on with them. */
  readonly complete: boolean;
}

export function representClosure({ changed, isComplete }: ClosureResult): ClosureRecord {
  return { changed, complete: isComplete };
}
