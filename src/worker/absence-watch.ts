/** For how long something must have been absent before it counts as gone. */
const GRACE_MS = 12_000;

/**
 * Tells what is gone from what is away for a moment: what is gone is absent at every look. Only looks that succeeded count:
 * while the database is down, no process can be seen.
 */
export class AbsenceWatch {
  private absentSince = new Map<string, number>();

  /**
   * @param absent the ids of all that is absent now
   * @param now milliseconds of any clock that never goes back
   * @returns those among them that are gone
   */
  look(absent: readonly string[], now: number): string[] {
    this.absentSince = new Map(absent.map((id) => [id, this.absentSince.get(id) ?? now]));
    return absent.filter((id) => now - (this.absentSince.get(id) ?? now) >= GRACE_MS);
  }

  /** Starts counting again, after a look that failed. */
  forget(): void {
    this.absentSince.clear();
  }
}
