/** Tries several pieces of work, each regardless of the others' failures. */
export class Attempts {
  private readonly failures: unknown[] = [];

  async make(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.failures.push(error));
  }

  /** Call it after the last one. @throws the first failure */
  throwFirstFailure(): void {
    if (this.failures.length > 0) throw this.failures[0];
  }
}
