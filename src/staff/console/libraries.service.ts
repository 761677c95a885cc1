import { readCalibration } from '../../waits/observations.store.js';
import type { CalibrationByHorizon } from '../../domain/waits/calibration.js';
import { Injectable } from '@nestjs/common';
import { findLibraryDays, type LibraryDay } from '../../circulation/library-days.store.js';
import { Database } from '../../platform/database/database.js';
import { ReachableLibraries, type ReachableRows } from '../../platform/database/reachable-libraries.js';
import { librariesServed, type StaffPrincipal } from '../permissions/staff-principal.js';
import type { NamedLibrary } from '../../platform/database/libraries.store.js';
import { LIBRARIES } from './libraries.store.js';

/** The library, if it is the only one; unreachable libraries count. */
export function onlyOneOf({ rows, unreachable }: ReachableRows<NamedLibrary>): NamedLibrary | undefined {
  const [only, ...others] = rows;
  return others.length + unreachable.length === 0 ? only : undefined;
}

/** The libraries in which staff work. */
@Injectable()
export class LibrariesService {
  constructor(
    private readonly database: Database,
    private readonly reachable: ReachableLibraries,
  ) {}

  /** The libraries in which `staff` has a role, by name. */
  of(staff: StaffPrincipal): Promise<ReachableRows<NamedLibrary>> {
    return this.reachable.search(LIBRARIES, librariesServed(staff));
  }

  /** The accuracy of the estimated waits of holds that became ready in the last `days`. */
  calibration(websiteId: number, days: number): Promise<CalibrationByHorizon> {
    return readCalibration(this.database, websiteId, Math.ceil(days / 7));
  }

  /** A library's figures by day, oldest first; no figures are about a person. */
  days(websiteId: number, days: number): Promise<LibraryDay[]> {
    return findLibraryDays(this.database, websiteId, days);
  }
}
