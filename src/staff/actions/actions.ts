import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** What staff do that is recorded. Reading is not, except for a patron's export, which is all that there is of a person, and looking one up. */
export const ACTIONS = [
  'hold-placed',
  'hold-suspended',
  'hold-resumed',
  'hold-removed',
  'checkout-returned',
  'patron-looked-up',
  'patron-exported',
  'patron-forgotten',
  'patron-merged',
  'patron-category-changed',
  'pin-changed',
  'sessions-ended',
  'hold-address-changed',
  'holds-moved',
  'pickups-extended',
  'holds-suspended',
  'copies-set',
  'records-imported',
  'settings-changed',
  'mail-retried',
  'mail-resumed',
  'signed-in',
  'sign-in-refused',
  'account-added',
  'account-removed',
  'account-signed-out',
  'roles-changed',
  'password-changed',
  'token-added',
  'token-removed',
  'webhook-added',
  'webhook-changed',
  'webhook-deleted',
  'webhook-secret-rotated',
  'webhook-replayed',
] as const;

export type ActionName = (typeof ACTIONS)[number];

interface AnyAction {
  readonly staff: StaffPrincipal;
  readonly action: ActionName;
  readonly websiteId: number;
}

/** For a patron, or for a title's queue, or for neither: never for both, so that no row ties a patron to a title. */
export type StaffActionEntry =
  | (AnyAction & { readonly patronId?: number; readonly reserveId?: never })
  | (AnyAction & { readonly patronId?: never; readonly reserveId: string });
