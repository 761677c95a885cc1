import type { Hold } from '../../domain/holds/hold.js';
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

/** Places a hold beside another one, for whichever comes first: with the same address and last day. */
export function alternativeAction(
  title: OfferedTitle,
  { holds }: Addresses,
  { reserveId, emailAddress, notNeeded }: OfferedTitle & Pick<Hold, 'emailAddress' | 'notNeeded'>,
): Action {
  const preset = (name: string, value: string, type: ActionField['type'] = 'text'): ActionField => ({
    ...{ name, type, value, optional: false },
  });
  return post(holds, title, [
    preset('alternativeTo', reserveId),
    emailAddress === null ? preset('ignoreHoldEmail', 'true') : preset('emailAddress', emailAddress),
    ...(notNeeded === undefined ? [] : [preset('notNeededAfter', notNeeded.after, 'date')]),
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
