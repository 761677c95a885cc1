import * as is from '../../engine/schema-rules.js';
import { NUMBER, YES_OR_NO } from './setting-texts.js';

/** Patrons need time to act after they have read the notice. */
const MIN_DAYS_WITHOUT_COPIES = 7;
const MAX_DAYS_WITHOUT_COPIES = 365;
const MAX_LUCKY_DAY_LOANS = 1_000;
const MAX_LUCKY_DAY_DAYS = 365;

/** How holds and loans end: groups of the table. */
export const HOLD_SETTINGS = {
  pickupsEndWhenOpen: {
    ...YES_OR_NO,
    column: 'pickupsEndWhenOpen',
    label: 'Pickups end on open days only',
    hint: 'Closed days are in the calendar.',
  },
  daysWithoutCopies: {
    ...NUMBER,
    rule: is.optional(is.wholeNumber(MIN_DAYS_WITHOUT_COPIES, MAX_DAYS_WITHOUT_COPIES), null),
    column: 'daysWithoutCopies',
    label: 'Days after which a hold ends when the last copy is gone',
    hint: `From the notice to the patron on, ${MIN_DAYS_WITHOUT_COPIES} to ${MAX_DAYS_WITHOUT_COPIES}. Empty: the hold stays.`,
  },
} as const;
export const LOAN_SETTINGS = {
  mayOutlastLicence: {
    ...YES_OR_NO,
    column: 'loanMayOutlast',
    label: 'Loans may go on after their licence has ended',
  },
  luckyDayLoans: {
    ...NUMBER,
    rule: is.optional(is.wholeNumber(0, MAX_LUCKY_DAY_LOANS), null),
    column: 'luckyLoans',
    label: 'Lucky Day loans of a patron at a time, at most',
    hint: 'Lucky Day copies are for whoever finds them, without holds. Empty: as many as other loans.',
  },
  luckyDayDays: {
    ...NUMBER,
    rule: is.optional(is.wholeNumber(1, MAX_LUCKY_DAY_DAYS), null),
    column: 'luckyDays',
    label: 'Days of a Lucky Day loan, at most',
    hint: 'Empty: as of other loans.',
  },
} as const;
