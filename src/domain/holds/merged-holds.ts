import type { Hold, NotNeeded } from './hold.js';

/** The result of merging two holds of one person on the same title. */
export interface MergedHold {
  readonly kept: Hold;
  readonly ended: Hold;
  /** The kept hold was suspended and the other one was not, so it is released. */
  readonly isReleased: boolean;
  /** The last day of the kept hold: the later one, and none if one of the holds has none. */
  readonly notNeeded: NotNeeded | undefined;
  /** The kept hold becomes an alternative to these holds in place of the ended one. A ready one does not, as another of them may be ready. */
  readonly alternativesId: string | undefined;
}

/**
 * Keeps the better place: a copy that is set aside, then the longer pickup, then the lower ticket. The queue must be up to date, so that no
 * suspension or pickup is over.
 */
export function mergedHold(one: Hold, other: Hold): MergedHold {
  const [kept, ended] = isBetter(one, other) ? [one, other] : [other, one];
  return {
    kept,
    ended,
    isReleased: kept.suspension !== null && ended.suspension === null,
    notNeeded: laterDay(kept.notNeeded, ended.notNeeded),
    alternativesId: kept.alternativesId ?? (kept.pickup === null ? ended.alternativesId : undefined),
  };
}

function laterDay(one: NotNeeded | undefined, other: NotNeeded | undefined): NotNeeded | undefined {
  return one && other && (one.from < other.from ? other : one);
}

function isBetter(one: Hold, other: Hold): boolean {
  const [longer, shorter] = [one, other].map(({ pickup }) => pickup?.expiresAt.getTime() ?? 0);
  return longer === shorter ? one.ticket < other.ticket : (longer ?? 0) > (shorter ?? 0);
}
