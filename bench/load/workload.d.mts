/** What the tests use of workload.mjs. */
export interface Stream {
  readonly step: number;
  exhausted(): boolean;
  start(done: (ok: boolean) => void): void;
}

export class Workload {
  constructor(streams: readonly Stream[]);
  open(rate: number, seconds: number): Promise<{ readonly count: number; readonly p50: number }>;
}
