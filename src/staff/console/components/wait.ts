import type { WaitBasis } from '../../../domain/waits/estimated-wait.js';
import type { NewHoldWait } from '../../../domain/waits/stored-offer.js';
import type { BuyingGoal } from '../../../domain/titles/purchases.js';
import { counted } from './moment.js';

const DAYS_OF_A_YEAR = 365;

/** A wait in whole days. */
export interface WaitInDays {
  readonly days: number;
  readonly latestDays: number;
  readonly basis: WaitBasis;
}

/** The reason for a long wait. */
const REASONS: Readonly<Record<WaitBasis, string>> = {
  known: ': many wait for few copies',
  borrowed: ': many wait for few copies',
  'worst-case': ', if each patron keeps the title to the last day',
};

/**
 * Such as "27 to 41 days"; before anything has been learned, "up to 41 days". Of weeks such as the library has not lived it says by which it
 * judges.
 */
export function waitText(wait: WaitInDays | 'never' | undefined): string {
  if (wait === undefined) return 'not known yet';
  if (wait === 'never') return 'no copy';
  const { days, latestDays, basis } = wait;
  if (isFar(days)) return `more than a year${REASONS[basis]}`;
  if (basis === 'worst-case') return `up to ${daysText(latestDays)}`;
  const judgedBy = basis === 'borrowed' ? ', judged by other times of the year' : '';
  if (days === latestDays) return `${daysText(days)}${judgedBy}`;
  const likely = isFar(latestDays) ? daysText(days) : days.toLocaleString('en');
  return `${likely} to ${daysText(latestDays)}${judgedBy}`;
}

/** Such as "41 days". */
export function daysText(days: number): string {
  return isFar(days) ? 'more than a year' : counted(days, 'day');
}

/** Like `daysText`, for a file, where more than a year is 366. */
export function daysInFile(days: number): number {
  return Math.min(days, DAYS_OF_A_YEAR + 1);
}

export function isFar(days: number): boolean {
  return days > DAYS_OF_A_YEAR;
}

/** For a file. Only the worst case may be known. */
export function likelyDaysOf(wait: NewHoldWait): number | '' {
  return typeof wait === 'object' && wait.basis !== 'worst-case' ? wait.days : '';
}

export function latestDaysOf(wait: NewHoldWait): number | '' {
  return typeof wait === 'object' ? wait.latestDays : '';
}

/** Such as "6 waiting holds per copy and a wait of 30 days". */
export function goalText({ holdsPerCopy, targetWaitDays }: BuyingGoal, joint: 'and' | 'or' = 'and'): string {
  const ratio = `${counted(holdsPerCopy, 'waiting hold')} per copy`;
  return targetWaitDays === null ? ratio : `${ratio} ${joint} a wait of ${counted(targetWaitDays, 'day')}`;
}
