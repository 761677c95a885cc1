/** The parameters of a statement that is put together for one search: each value is given its number as it comes. */
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
