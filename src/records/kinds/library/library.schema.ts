import * as z from 'zod';
import { FORMAT_CLASSES, LENDING_PERIOD_DAYS, type LendingPeriods } from '../../../domain/lending-period.js';
import { MISSED_PICKUP } from '../../../domain/holds/hold.js';
import { ANNOUNCED_DAYS_BEFORE } from '../../../domain/holds/suspension.js';
import { MAX_PICKUP_HOURS } from '../../../domain/waits/policies/trial-limits.js';
import * as is from '../../engine/schema-rules.js';

/** Of a library, and of one of its titles. */
export const pickupHours = is.wholeNumber(1, MAX_PICKUP_HOURS);
const DEFAULT_LIMIT = 15;
const DEFAULT_PICKUP_HOURS = 72;
const DEFAULT_RENEWAL_DAYS = 3;
/** As many days as the longest lending period, so that loans can be renewed at any time. */
const MAX_RENEWAL_DAYS = Math.max(...Object.values(LENDING_PERIOD_DAYS).flat());
const DEFAULT_LENDING_PERIODS: LendingPeriods = { eBook: 21, Audiobook: 21, Video: 7 };

const lendingPeriod = FORMAT_CLASSES.map((formatClass) => {
  const allowed = LENDING_PERIOD_DAYS[formatClass];
  const message = is.mustBe(`one of ${allowed.join(', ')}`);
  return [formatClass, z.number(message).refine((days) => allowed.includes(days), message)] as const;
});

/** Days per format class; each may be absent. */
export const somePeriods = is
  .strict(
    Object.fromEntries(
      lendingPeriod.map(([formatClass, rule]) => [formatClass, is.optional(rule, undefined)]),
    ),
    `an object with days for any of ${FORMAT_CLASSES.join(', ')}`,
  )
  .transform((periods) => is.withoutAbsent(periods) as Partial<LendingPeriods>);

const MIN_SUSPENSION_DAYS = ANNOUNCED_DAYS_BEFORE + 1;
const MAX_SUSPENSION_DAYS = 3_650;
const daysMessage = is.mustBe(`0, or a whole number from ${MIN_SUSPENSION_DAYS} to ${MAX_SUSPENSION_DAYS}`);

const NEVER = 0;
const suspensionDays = z
  .number(daysMessage)
  .refine(
    (days) =>
      days === NEVER ||
      (Number.isInteger(days) && days >= MIN_SUSPENSION_DAYS && days <= MAX_SUSPENSION_DAYS),
    daysMessage,
  );

const library = is.recordSchemas(
  { websiteId: is.id },
  {
    name: is.name,
    holdLimit: is.optional(is.limit, DEFAULT_LIMIT),
    checkoutLimit: is.optional(is.limit, DEFAULT_LIMIT),
    pickupHours: is.optional(pickupHours, DEFAULT_PICKUP_HOURS),
    missedPickup: is.optional(is.oneOf(MISSED_PICKUP), 'redeliver-once' as const),
    suspensionEndsAfterDays: is.optional(suspensionDays, undefined),
    renewalDays: is.optional(is.wholeNumber(0, MAX_RENEWAL_DAYS), DEFAULT_RENEWAL_DAYS),
    lendingPeriods: is
      .optional(somePeriods, {})
      .transform((periods): LendingPeriods => ({ ...DEFAULT_LENDING_PERIODS, ...periods })),
    lendingOverrides: is.optional(somePeriods, {}),
    pinRequired: is.optional(is.trueOrFalse, true),
    md5Pins: is.optional(is.trueOrFalse, false),
    cardCaseMatters: is.optional(is.trueOrFalse, false),
  },
);

/** For libraries that suspend holds after missed pickups: such a hold ends after a year, as in the published API. */
const DAYS_AFTER_MISSED_PICKUP = 365;

export const librarySchemas = {
  ...library,
  whole: library.whole.transform(({ suspensionEndsAfterDays, ...members }) => {
    const byRule = members.missedPickup === 'suspend' ? DAYS_AFTER_MISSED_PICKUP : NEVER;
    const days = suspensionEndsAfterDays ?? byRule;
    return { ...members, suspensionEndsAfterDays: days === NEVER ? null : days };
  }),
};
export type LibraryRecord = z.output<typeof librarySchemas.whole>;
export type LibraryKey = z.output<typeof librarySchemas.key>;
