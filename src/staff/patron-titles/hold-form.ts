import { Refusal } from '../../domain/errors.js';
import {
  MAX_SUSPENSION_DAYS,
  MIN_SUSPENSION_DAYS,
  type WantedSuspension,
} from '../../domain/holds/suspension.js';
import { parseWholeNumber } from '../../domain/numbers.js';
import { type IdentifiedTitle, names, type TitleId } from '../../domain/titles/title-id.js';
import type { FormProblem } from '../patrons/asking.page.js';
import type { SuspensionForm } from './patron-titles-pages.requests.js';

/** The refusals of the rules of holds: staff read the reason beside the form. */
const REFUSED_BY_RULES: readonly Refusal['code'][] = [
  'AlreadyOnWaitList',
  'PatronExceededHoldLimit',
  'TitleAlreadyCheckedOut',
  'NotWithinRenewalWindow',
  'HoldAlreadySuspended',
  'HoldNotSuspended',
  'PatronDoesntHaveTitleOnHold',
];

/** Why the change is refused; undefined: it is made. */
export async function problemOf(change: Promise<void>): Promise<FormProblem | undefined> {
  try {
    await change;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && REFUSED_BY_RULES.includes(error.code)) return { text: error.message };
    throw error;
  }
}

/** How long the hold is to be suspended, or what is wrong with it. */
export function suspensionIn({
  suspensionType,
  numberOfDays = '',
}: SuspensionForm): WantedSuspension | FormProblem {
  if (suspensionType === undefined)
    return { field: 'suspensionType', text: 'Choose how long it is suspended.' };
  if (suspensionType === 'indefinite') return { type: 'indefinite' };
  const days = parseWholeNumber(numberOfDays.trim(), MIN_SUSPENSION_DAYS, MAX_SUSPENSION_DAYS);
  if (days !== undefined) return { type: 'limited', numberOfDays: days };
  const text = `Type a number of days from ${MIN_SUSPENSION_DAYS} to ${MAX_SUSPENSION_DAYS}. Nothing was changed.`;
  return { field: 'numberOfDays', text };
}

/** Which of a patron's holds or checkouts is on this title. */
export function ofTitle<Item extends IdentifiedTitle>(
  items: readonly Item[],
  title: TitleId,
): Item | undefined {
  return items.find((each) => names(title, each));
}
