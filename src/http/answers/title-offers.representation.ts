import { type Action, type ActionField, REQUEST_TYPE } from './action.representation.js';
import type { Addresses } from './addresses.js';

/** A title to which something may be done, wherever it is shown. */
export interface OfferedTitle {
  readonly reserveId: string;
}

const post = (href: string, { reserveId }: OfferedTitle, fields: readonly ActionField[]): Action => ({
  href,
  type: REQUEST_TYPE,
  method: 'post',
  fields: [{ name: 'reserveId', type: 'text', value: reserveId, optional: false }, ...fields],
});

/** @param href where the address differs from the list's own */
export function borrowAction(
  title: OfferedTitle & { readonly formats: readonly string[] },
  { checkouts }: Addresses,
  href = checkouts,
): Action {
  return post(href, title, [{ name: 'formatType', type: 'text', options: title.formats, optional: true }]);
}

export function placeAction(title: OfferedTitle, { holds }: Addresses): Action {
  return post(holds, title, [
    { name: 'emailAddress', type: 'text', optional: false },
    // With it, no address is needed (contract: #place-a-hold).
    { name: 'ignoreHoldEmail', type: 'text', value: 'false', options: ['false', 'true'], optional: true },
    { name: 'notNeededAfter', type: 'date', optional: true },
  ]);
}

/**
 * @param emailAddress what is preset: where the patron is told already
 * @param more what else the action sends
 */
export function watchAction(
  title: OfferedTitle,
  { watches }: Addresses,
  emailAddress: string | null = null,
  more: readonly ActionField[] = [],
): Action {
  const preset = emailAddress === null ? {} : { value: emailAddress };
  return post(watches, title, [{ name: 'emailAddress', type: 'text', ...preset, optional: true }, ...more]);
}
