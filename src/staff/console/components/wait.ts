import type { NewHoldWait } from '../../../domain/waits/stored-offer.js';
import type { BuyingGoal } from '../../../domain/titles/purchases.js';
import { daysWithOneMore, type MoreCopiesFigures } from '../../queues/queue-figures.js';
import { counted } from './moment.js';

const DAYS_OF_A_YEAR = 365;

/** Such as "27 to 41 days"; before anything has been learned, "up to 41 days". */
export function waitText(wait: NewHoldWait): string {
  if (wait === undefined) return 'not known yet';
  if (wait === 'never') return 'no copy';
  if (wait.days > DAYS_OF_A_YEAR) return 'more than a year';
  const latest = wait.latestDays > DAYS_OF_A_YEAR ? 'more than a year' : counted(wait.latestDays, 'day');
  if (wait.basis === 'worst-case') return `up to ${latest}`;
  if (wait.days === wait.latestDays) return latest;
  return `${wait.latestDays > DAYS_OF_A_YEAR ? counted(wait.days, 'day') : wait.days.toLocaleString('en')} to ${latest}`;
}

/** For a file. Only the worst case may be known. */
export function likelyDaysOf(wait: NewHoldWait): number | '' {
  return typeof wait === 'object' && wait.basis === 'known' ? wait.days : '';
}

export function latestDaysOf(wait: NewHoldWait): number | '' {
  return typeof wait === 'object' ? wait.latestDays : '';
}

/** Such as "a new hold is likely to wait 27 days in place of 41". */
export function oneMoreCopyText(figures: MoreCopiesFigures): string {
  const { now, then } = daysWithOneMore(figures);
  return `a new hold is likely to wait ${counted(then, 'day')} in place of ${now.toLocaleString('en')}`;
}

/** Such as "6 active holds per copy and a wait of 30 days". */
export function goalText({ holdsPerCopy, targetWaitDays }: BuyingGoal, joint: 'and' | 'or' = 'and'): string {
  const ratio = `${counted(holdsPerCopy, 'active hold')} per copy`;
  return targetWaitDays === null ? ratio : `${ratio} ${joint} a wait of ${counted(targetWaitDays, 'day')}`;
}
