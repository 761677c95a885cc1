/** How long a runner must have been without its lock before others take its jobs. */
const GRACE_MS = 12_000;

/**
 * Tells dead runners from those that have lost their sessions for a moment: a dead one has no lock at any look. Only looks
 * that succeeded count. While the database is down no runner can have its lock.
 */
export class AbsentRunners {
  private absentSince = new Map<string, number>();

  /**
   * @param absent the ids of all runners that have jobs but no lock now
   * @param now milliseconds of any clock that never goes back
   * @returns those among them that must be dead
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
