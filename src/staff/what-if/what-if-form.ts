import type { TrialRequest } from '../../waits/policy-trials.js';
import { MISSED_PICKUP, type MissedPickup } from '../../domain/holds/hold.js';
import { FORMAT_CLASSES, LENDING_PERIOD_DAYS, type LendingPeriods } from '../../domain/lending-period.js';
import { isbnsIn } from '../../domain/normalized-identifier.js';
import { parseWholeNumber } from '../../domain/numbers.js';
import { parseTitleId } from '../../domain/titles/title-id.js';
import type { CopiesToBuy, PolicyChanges } from '../../domain/waits/policies/policy.js';
import {
  DEFAULT_DAYS,
  DEFAULT_SEED,
  MAX_COPIES_PER_TITLE,
  MAX_HOLD_LIMIT,
  MAX_PERCENT_OF_COPIES,
  MAX_PICKUP_HOURS,
} from '../../domain/waits/policies/trial-limits.js';
import { withoutAbsent } from '../../records/engine/schema-rules.js';
import type { WhatIfField, WhatIfTyped } from './what-if.requests.js';

/** Somebody waits for the page. */
export const MAX_MOST_WANTED = 100;
export const DEFAULT_MOST_WANTED = 20;
export const DAYS_OFFERED = [30, 90, 180, 365] as const;

export type WhatIfProblems = ReadonlyMap<WhatIfField, string>;

/** The typed values as a request, or their problems by field. A problem of `show` concerns the whole form. */
export function requestOf(websiteId: number, typed: WhatIfTyped): TrialRequest | WhatIfProblems {
  const form = new Form(typed);
  const changes = changesIn(form, typed);
  const titles = titlesIn(form, typed);
  const days = form.whole('days', 1, Math.max(...DAYS_OFFERED)) ?? DEFAULT_DAYS;
  if (form.problems.size === 0 && Object.keys(changes).length === 0)
    form.problems.set('show', 'Enter what is to change.');
  if (form.problems.size > 0) return form.problems;
  return { websiteId, titles, days, seed: DEFAULT_SEED, scenarios: [{ name: 'Changed', changes }] };
}

class Form {
  readonly problems = new Map<WhatIfField, string>();

  constructor(private readonly typed: WhatIfTyped) {}

  /** Undefined if the text is empty or invalid. */
  whole(name: WhatIfField, min: number, max: number): number | undefined {
    const text = this.typed[name]?.trim() ?? '';
    if (text === '') return undefined;
    const value = parseWholeNumber(text, min, max);
    if (value === undefined)
      this.problems.set(name, `Enter a whole number from ${min} to ${max.toLocaleString('en')}.`);
    return value;
  }

  /** Like `whole`, for one of several values. */
  oneOf<Value extends string | number>(name: WhatIfField, values: readonly Value[]): Value | undefined {
    const text = this.typed[name] ?? '';
    if (text === '') return undefined;
    const value = values.find((each) => String(each) === text);
    if (value === undefined) this.problems.set(name, `Choose one of ${values.join(', ')}.`);
    return value;
  }
}

function titlesIn(form: Form, { title = '' }: WhatIfTyped): TrialRequest['titles'] {
  const mostWanted = form.whole('mostWanted', 1, MAX_MOST_WANTED) ?? DEFAULT_MOST_WANTED;
  if (title.trim() === '') return { mostWanted };
  return parseTitleId(title.trim()) ?? { mostWanted };
}

/** Other texts are names or ISBNs, which are looked up before `requestOf`. */
export function isTitleId(text: string): boolean {
  return parseTitleId(text.trim()) !== undefined && isbnsIn(text).length === 0;
}

function changesIn(form: Form, typed: WhatIfTyped): PolicyChanges {
  const lendingDays = Object.fromEntries(
    FORMAT_CLASSES.flatMap((formatClass) => {
      const days = form.oneOf(formatClass, LENDING_PERIOD_DAYS[formatClass]);
      return days === undefined ? [] : [[formatClass, days]];
    }),
  ) as Partial<LendingPeriods>;
  const changes = {
    pickupHours: form.whole('pickupHours', 1, MAX_PICKUP_HOURS),
    missedPickup: form.oneOf<MissedPickup>('missedPickup', MISSED_PICKUP),
    lendingDays: Object.keys(lendingDays).length === 0 ? undefined : lendingDays,
    holdLimit: form.whole('holdLimit', 0, MAX_HOLD_LIMIT),
    copies: copiesIn(form, typed),
  };
  return withoutAbsent(changes) as PolicyChanges;
}

function copiesIn(form: Form, typed: WhatIfTyped): CopiesToBuy | undefined {
  const perTitle = form.whole('copiesPerTitle', 0, MAX_COPIES_PER_TITLE);
  const percent = form.whole('percentOfCopies', 0, MAX_PERCENT_OF_COPIES);
  if ((typed.copiesPerTitle ?? '') !== '' && (typed.percentOfCopies ?? '') !== '')
    form.problems.set('percentOfCopies', 'Enter copies of each title, or a share of all, and not both.');
  if (perTitle !== undefined) return { perTitle };
  return percent === undefined ? undefined : { percent };
}
