import { statement } from '../../../../src/platform/database/statement.js';
import type { Chances } from './chances.js';
import type { EstimateAtPlacement } from './town-options.js';
import type { Act } from './town-people.js';

/** A hold as its town knows it. */
export interface Held {
  readonly patronId: number;
  readonly title: number;
  readonly placedOn: number;
  readonly told: EstimateAtPlacement | undefined;
  readonly isUntold: boolean;
  isReady: boolean;
  /** The act by which it was placed. */
  readonly act: Act;
  readonly chances: Chances;
  /** The patron has the other title that they would have as gladly. */
  isUnwanted?: boolean;
}

/** The holds that became ready now. */
export const READY = statement<{ patronId: number; title: number }>(
  'town-ready',
  `SELECT h.patron_id AS "patronId", right(h.reserve_id::text, 12)::int AS title FROM hold h JOIN library l USING (website_id)
   WHERE h.expires_at = service_now() + make_interval(hours => l.pickup_hours) ORDER BY h.reserve_id, h.ticket`,
);

/** Of a hold or a loan. */
export function keyOf({ patronId, title: wanted }: Pick<Act, 'patronId' | 'title'>): string {
  return `${patronId} ${wanted}`;
}
