/** A licence that limits neither number of loans counts as so many copies: as many as anybody could want. */
export const UNLIMITED_COPIES = 1_000_000;

/** A licence, and whether its copies count as owned: it has begun and not ended. */
export interface CountedLicence {
  readonly collectionId: string;
  readonly licenceId: string;
  readonly isCounted: boolean;
  /** Else it gives Lucky Day copies, which no queue counts. */
  readonly isHoldable: boolean;
  readonly endsAt: Date | null;
  /** How many loans of it could begin. */
  readonly room: number;
}

/**
 * What the licences of a collection no longer give.
 * @returns how many loans more could have begun by those that have ended than can by those that have begun, and when the ended ones were to end
 */
export function endedCopies(
  collectionId: string,
  before: readonly CountedLicence[],
  after: readonly CountedLicence[],
): { readonly number: number; readonly ends: readonly Date[] } {
  const counted = (licences: readonly CountedLicence[]): CountedLicence[] =>
    licences.filter((licence) => licence.isCounted && licence.collectionId === collectionId);
  const holdable = (licences: readonly CountedLicence[]): CountedLicence[] =>
    counted(licences).filter(({ isHoldable }) => isHoldable);
  const without = (some: readonly CountedLicence[], others: readonly CountedLicence[]): CountedLicence[] =>
    some.filter(({ licenceId }) => !others.some((other) => other.licenceId === licenceId));
  const ended = without(holdable(before), counted(after));
  const begun = without(holdable(after), counted(before));
  const room = (licences: readonly CountedLicence[]): number =>
    licences.reduce((sum, licence) => sum + licence.room, 0);
  return {
    number: room(ended) - room(begun),
    ends: ended.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt])),
  };
}

/** How the copies of a collection were in use when licences of it begin and end. */
export interface CopiesInUse {
  readonly owned: number;
  readonly onLoan: number;
  readonly setAside: number;
}

/**
 * How many holds that are ready have to wait again, because no copy is left for them. Copies that are too few for other reasons stay with the
 * holds that they are set aside for: only what the licences took away counts.
 * @param lost how many loans more could have begun by the licences that end than can by those that begin
 */
export function holdsToTakeBack({ owned, onLoan, setAside }: CopiesInUse, lost: number): number {
  const missing = (more: number): number => Math.max(onLoan + setAside - owned + more, 0);
  return Math.min(Math.max(missing(lost) - missing(0), 0), setAside);
}

/** Copies of one collection that are gone at a moment, because their licence ends. */
export interface EndingCopies {
  readonly until: string;
  readonly copies: number;
}

/**
 * Until when a copy that is set aside now can be promised at most. Those that stay go to the holds that were ready first.
 * @param place how many copies of the collection are set aside before it
 * @param lasting how many copies are not on loan and have no end in sight
 * @param ending the others, in the order of their ends
 * @returns null: there is no such limit
 */
export function promisedUntil(
  place: number,
  lasting: number,
  ending: readonly EndingCopies[],
): string | null {
  let covered = lasting;
  if (place < covered) return null;
  for (const { until, copies } of ending.toReversed()) {
    covered += copies;
    if (place < covered) return until;
  }
  return ending[0]?.until ?? null;
}
