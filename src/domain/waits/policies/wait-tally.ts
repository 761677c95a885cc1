/** How long holds waited. */
export class WaitTally {
  private readonly holdsByHours = new Map<number, number>();
  /** Those that no copy ever comes for are among them. */
  holds = 0;

  /** @param hours Infinity: no copy ever comes */
  add(hours: number): void {
    const whole = Math.ceil(hours);
    this.holdsByHours.set(whole, (this.holdsByHours.get(whole) ?? 0) + 1);
    this.holds += 1;
  }

  addAll(other: WaitTally): void {
    for (const [hours, holds] of other.holdsByHours)
      this.holdsByHours.set(hours, (this.holdsByHours.get(hours) ?? 0) + holds);
    this.holds += other.holds;
  }

  /** @returns within how many hours this share of the holds was ready; undefined without any */
  within(share: number): number | undefined {
    let sum = 0;
    // Numbers in such an array are sorted without a function that compares: of a long queue, there are very many.
    for (const hours of Float64Array.from(this.holdsByHours.keys()).sort()) {
      sum += this.holdsByHours.get(hours) ?? 0;
      if (sum >= share * this.holds) return hours;
    }
    return undefined;
  }
}
