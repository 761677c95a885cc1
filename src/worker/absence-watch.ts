/** The shortest absence that counts as final. */
const GRACE_MS = 12_000;

/**
 * Distinguishes ids that are gone from those absent for a moment: an id that is gone is absent at every look. Only successful looks count: while the
 * database is down, no process can be seen.
 */
export class AbsenceWatch {
  private absentSince = new Map<string, number>();

  /**
   * @param absent all ids that are absent now
   * @param now milliseconds of any clock that never goes back
   * @returns the ids that are gone
   */
  look(absent: readonly string[], now: number): string[] {
    this.absentSince = new Map(absent.map((id) => [id, this.absentSince.get(id) ?? now]));
    return absent.filter((id) => now - (this.absentSince.get(id) ?? now) >= GRACE_MS);
  }

  /** Starts again after a failed look. */
  forget(): void {
    this.absentSince.clear();
  }
}
