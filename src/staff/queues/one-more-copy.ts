import { daysText, isFar, type WaitInDays } from '../console/components/wait.js';
import { daysWithOneMore, type MoreCopiesFigures } from './queue-figures.js';

/** Such as "a new hold is likely to wait 27 days in place of 41"; before anything has been learned, "waits up to 27 days in place of 41". */
export function oneMoreCopyText(figures: MoreCopiesFigures, wait: WaitInDays | 'never' | undefined): string {
  const { now, then } = daysWithOneMore(figures);
  if (isFar(then)) return 'a new hold still waits more than a year, because many wait for few copies';
  const before = isFar(now) ? daysText(now) : now.toLocaleString('en');
  const waits = isWorstCase(wait) ? 'waits up to' : 'is likely to wait';
  return `a new hold ${waits} ${daysText(then)} in place of ${before}`;
}

/** Such as "41 days, with one more copy 27 days"; before anything has been learned, "up to 41 days, with one more copy up to 27 days". */
export function waitAndOneMoreText(
  figures: MoreCopiesFigures,
  wait: WaitInDays | 'never' | undefined,
): string {
  const { now, then } = daysWithOneMore(figures);
  const text = (days: number): string =>
    isWorstCase(wait) && !isFar(days) ? `up to ${daysText(days)}` : daysText(days);
  return `${text(now)}, with one more copy ${text(then) === text(now) ? 'as long' : text(then)}`;
}

function isWorstCase(wait: WaitInDays | 'never' | undefined): boolean {
  return typeof wait === 'object' && wait.basis === 'worst-case';
}
