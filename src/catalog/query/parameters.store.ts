/** The parameters of a statement that is composed for one search. Each value gets the next number. */
export class Parameters {
  private readonly given: unknown[] = [];

  get values(): readonly unknown[] {
    return this.given;
  }

  /** @returns how the statement names the value, such as `$3` */
  add(value: unknown): string {
    this.given.push(value);
    return `$${this.given.length}`;
  }
}
