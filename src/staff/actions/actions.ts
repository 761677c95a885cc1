import type { MoveReason } from '../../domain/holds/hold-trace.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/**
 * The recorded actions of staff, in words. Reading is only recorded for a patron's export, which has all data about a person, and for looking a
 * patron up.
 */
export const ACTION_WORDS = {
  'hold-placed': 'Placed a hold',
  'hold-suspended': 'Suspended a hold',
  'hold-resumed': 'Resumed a hold',
  'hold-last-day-chosen': 'Chose until when a hold is needed',
  'hold-removed': 'Removed a hold',
  'checkout-returned': 'Returned a title',
  'patron-looked-up': 'Looked up a patron',
  'patron-exported': 'Exported a patron’s data',
  'patron-forgotten': 'Deleted a patron',
  'patron-merged': 'Merged two cards',
  'patron-category-changed': 'Changed a patron’s category',
  'patron-blocked': 'Blocked a patron',
  'block-lifted': 'Lifted a patron’s block',
  'pin-changed': 'Changed a PIN',
  'sessions-ended': 'Signed a patron out everywhere',
  'hold-address-changed': 'Corrected an address',
  'holds-moved': 'Moved the holds on a title',
  'hold-moved-in-line': 'Moved a hold in its queue',
  'hold-put-back': 'Put a hold back in the order of placement',
  'calendar-changed': 'Changed the calendar',
  'copies-set': 'Set the number of copies',
  'pickup-hours-set': 'Set for how long copies of a title are set aside',
  'records-imported': 'Imported records',
  'settings-changed': 'Changed the settings',
  'mail-retried': 'Sent mail again',
  'mail-resumed': 'Resumed mail',
  'signed-in': 'Signed in',
  'sign-in-refused': 'Typed a wrong password',
  'account-added': 'Added an account',
  'account-removed': 'Removed an account',
  'account-signed-out': 'Signed an account out everywhere',
  'roles-changed': 'Changed the roles of an account',
  'password-changed': 'Changed the password of an account',
  'token-added': 'Added an API token',
  'token-removed': 'Removed an API token',
  'webhook-added': 'Added a webhook',
  'webhook-changed': 'Changed a webhook',
  'webhook-deleted': 'Deleted a webhook',
  'webhook-secret-rotated': 'Made a new secret of a webhook',
  'webhook-replayed': 'Sent events of a webhook again',
} as const;

/** Why a hold was moved in its queue. */
export const MOVE_REASON_WORDS: Readonly<Record<MoveReason, string>> = {
  class: 'A class or course needs it',
  'reading-group': 'A reading group needs it',
  urgent: 'It is urgent for another reason',
  mistake: 'To correct a mistake',
  other: 'Another reason',
};

export type ActionName = keyof typeof ACTION_WORDS;

interface AnyAction {
  readonly staff: StaffPrincipal;
  readonly action: ActionName;
  readonly websiteId: number;
}

/** About a patron, a title's queue, or neither; never both, so that no row links a patron to a title. */
export type StaffActionEntry =
  | (AnyAction & { readonly patronId?: number; readonly reserveId?: never; readonly reason?: never })
  | (AnyAction & { readonly patronId?: never; readonly reserveId: string; readonly reason?: MoveReason });
