/** How long holds waited. */
export class WaitTally {
  private readonly holdsByHours = new Map<number, number>();
  /** Includes holds that never get a copy. */
  holds = 0;

  /** @param hours Infinity: no copy ever arrives */
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

  /** @returns the hours within which this share of the holds was ready; undefined without any */
  within(share: number): number | undefined {
    let sum = 0;
    // Such an array sorts numbers without a comparison function: a long queue has very many.
    for (const hours of Float64Array.from(this.holdsByHours.keys()).sort()) {
      sum += this.holdsByHours.get(hours) ?? 0;
      if (sum >= share * this.holds) return hours;
    }
    return undefined;
  }
}
