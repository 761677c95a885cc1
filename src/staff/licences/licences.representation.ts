import type { ReserveId } from '../../http/answers/title.representation.js';
import type { FormatClass } from '../../domain/lending-period.js';
import type { NewHoldWaitRecord } from '../queues/queues.representation.js';
import type { Timestamp } from '../../http/answers/timestamp.representation.js';

/** The licences of a library that end soon, or have few loans left. */
export interface LicencesRecord {
  readonly withinDays: number;
  readonly loansLeft: number;
  /** Those that end first come first; then those with the fewest loans left. At most 1,000. */
  readonly licences: readonly LicenceRecord[];
  /** There are more. */
  readonly hasMore: boolean;
}

export interface LicenceRecord {
  readonly licenceId: string;
  readonly collectionId: string;
  readonly reserveId: ReserveId;
  readonly title: string;
  /** ISBNs and the like, without hyphens. */
  readonly identifiers: readonly string[];
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
  /** The library's own name of the licence. */
  readonly name?: string;
  readonly model?: string;
  /** Absent: it has no end. */
  readonly endsOn?: Timestamp;
  /** The `licenceId` of another one that goes on after it. Absent: there is none. */
  readonly followedBy?: string;
  /** Absent: that one has no end. */
  readonly followedUntil?: Timestamp;
  /** Absent: as many as patrons like. */
  readonly loansLeft?: number;
  readonly onLoan: number;
  /** Loans that this service has begun. */
  readonly lent: number;
  /**
   * So many of these began in a week, since the service knows the licence.
   * @fraction true
   */
  readonly loansPerWeek?: number;
  /** Live holds on the title in the library. */
  readonly numberOfHolds: number;
  /** The copies of the title that the library has in all, by this licence and otherwise. */
  readonly copiesOwned: number;
  /** How long a new hold waits as it is: null if no copy may come for it, because all licences end before. Absent: not known. */
  readonly newHoldWait?: NewHoldWaitRecord | null;
  /** The days that it would be likely to wait if all licences of the title were renewed; 366: more than a year. Absent: not known. */
  readonly renewedDays?: number;
  /** @fraction true */
  readonly price?: number;
  readonly currency?: string;
}
