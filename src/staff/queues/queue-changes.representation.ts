import type { ReserveId } from '../../http/answers/title.representation.js';

/** How many copies are owned now. */
export interface CopiesSetRecord {
  readonly reserveId: ReserveId;
  /** The collection's name. */
  readonly collection: string;
  /** How many copies went to patrons who waited. */
  readonly copiesAssigned: number;
}

/** How many holds were moved, and how many were not. */
export interface MovedRecord {
  readonly moved: number;
  /** Those that are ready, and those of patrons who hold the other title already, have borrowed it, or may use no copy of it. */
  readonly left: number;
}

/** Where a hold stands in line now. */
export interface MovedInLineRecord {
  readonly reserveId: ReserveId;
  readonly ticket: number;
  /** 1: it is the first in line. */
  readonly place: number;
}

/** For how long a copy of the title is set aside now. */
export interface PickupHoursRecord {
  readonly reserveId: ReserveId;
  /** Absent: as long as the library’s rule says. */
  readonly pickupHours?: number;
}
