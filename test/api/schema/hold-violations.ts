import type { Violation } from './staff-violations.js';

const readyHold = 'WHERE ticket = 1';
const waitingHold = 'WHERE ticket = 2';
const anotherHold =
  'INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, placed_at) VALUES';

/** @param title SQL for the title of the holds */
export const holdViolations = (title: string): readonly Violation[] => [
  [
    'a patron has two holds on a title',
    `${anotherHold} (1, ${title}, 3, 13, 'adult', now())`,
    'hold_once_per_patron',
  ],
  ['two holds have the same ticket', `${anotherHold} (1, ${title}, 2, 14, 'adult', now())`, 'hold_pkey'],
  [
    'a ready hold has no expiry',
    `UPDATE hold SET expires_at = NULL ${readyHold}`,
    'hold_ready_has_copy_and_expiry',
  ],
  [
    'a hold without a copy has a pickup window',
    `UPDATE hold SET expires_at = now() ${waitingHold}`,
    'hold_ready_has_copy_and_expiry',
  ],
  [
    'a copy is set aside in a collection that has none',
    `UPDATE hold SET collection_id = 'extra' ${readyHold}`,
    'hold_copy_fkey',
  ],
  [
    'a ready hold is suspended',
    `UPDATE hold SET suspension_type = 'indefinite' ${readyHold}`,
    'hold_ready_is_not_suspended',
  ],
  [
    'a suspension has an unknown type',
    `UPDATE hold SET suspension_type = 'nap' ${waitingHold}`,
    'hold_suspension_known',
  ],
  [
    'a limited suspension has no end',
    `UPDATE hold SET suspension_type = 'limited' ${waitingHold}`,
    'hold_limited_suspension_has_an_end',
  ],
  [
    'an indefinite suspension has an end',
    `UPDATE hold SET suspension_type = 'indefinite', suspended_until = now() ${waitingHold}`,
    'hold_limited_suspension_has_an_end',
  ],
  [
    'a hold that is not suspended has the end of a suspension',
    `UPDATE hold SET suspended_until = now() ${waitingHold}`,
    'hold_limited_suspension_has_an_end',
  ],
  [
    'the last day of a hold has no end',
    "UPDATE hold SET not_needed_after = '2026-12-24'",
    'hold_last_day_has_an_end',
  ],
  [
    'a hold missed fewer than no pickups',
    'UPDATE hold SET missed_pickups = -1',
    'hold_missed_pickups_not_negative',
  ],
];
