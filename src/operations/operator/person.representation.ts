import { conditionOf } from '../../domain/hold.js';
import { representTime } from '../../http/timestamp.representation.js';
import type { Person } from './person.store.js';

/** A person's data, whole: what a library hands over when a patron asks what is kept about them. */
export interface PersonRecord {
  readonly patron: Person['patron'] & { readonly hasPin: boolean };
  readonly holds: readonly object[];
  readonly checkouts: readonly object[];
  readonly tokens: readonly { readonly expires: string }[];
}

export function representPerson({ patron, hasPin, holds, checkouts, tokenEnds }: Person): PersonRecord {
  return {
    patron: { ...patron, hasPin },
    holds: holds.map(({ reserveId, crossRefId, hold, now, place, queueLength }) => ({
      reserveId,
      crossRefId,
      condition: conditionOf(hold, now),
      emailAddress: hold.emailAddress,
      holdListPosition: place,
      numberOfHolds: queueLength,
      holdPlacedDate: representTime(hold.placedAt),
      holdExpires: hold.pickup === null ? null : representTime(hold.pickup.expiresAt),
      suspension:
        hold.suspension === null
          ? null
          : {
              suspensionType: hold.suspension.type,
              until: hold.suspension.type === 'limited' ? representTime(hold.suspension.until) : null,
            },
      missedPickups: hold.missedPickups,
    })),
    checkouts: checkouts.map(({ reserveId, crossRefId, checkedOutAt, expiresAt, formatType }) => ({
      reserveId,
      crossRefId,
      checkoutDate: representTime(checkedOutAt),
      expires: representTime(expiresAt),
      formatType,
    })),
    tokens: tokenEnds.map((end) => ({ expires: representTime(end) })),
  };
}
