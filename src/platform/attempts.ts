/** Pieces of work of which each is tried, whatever becomes of the others. */
export class Attempts {
  private readonly failures: unknown[] = [];

  async make(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.failures.push(error));
  }

  /** After the last one. @throws what the first that failed has failed with */
  throwFirstFailure(): void {
    if (this.failures.length > 0) throw this.failures[0];
  }
}
