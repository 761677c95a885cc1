import type { NewHoldWait } from '../../domain/waits/stored-offer.js';
import { daysText, isFar, waitText } from '../console/components/wait.js';
import { oneMoreCopyOf, type QueueFigures } from './queue-figures.js';

type Waits = Pick<QueueFigures, 'newHoldWait' | 'moreCopies'>;

/**
 * Such as "a new hold is likely to wait 27 days in place of 41"; before anything has been learned, "waits up to 27 days in place of 41". Empty:
 * it is not known.
 */
export function oneMoreCopyText(waits: Waits): string {
  const days = oneMoreCopyOf(waits);
  if (days === undefined) return '';
  const { now, then, isWithoutPurchases } = days;
  if (isFar(then)) return 'a new hold still waits more than a year, because many wait for few copies';
  const before = isFar(now) ? daysText(now) : now.toLocaleString('en');
  const verb = isWorstCase(waits.newHoldWait) ? 'waits up to' : 'is likely to wait';
  return `a new hold ${verb} ${daysText(then)} in place of ${before}${isWithoutPurchases ? NO_PURCHASES : ''}`;
}

const NO_PURCHASES = ', if no others are bought';

/** Such as "27 to 41 days, with one more copy 20 days"; before anything has been learned, "up to 41 days, with one more copy up to 27 days". */
export function waitAndOneMoreText(waits: Waits): string {
  const shown = waitText(waits.newHoldWait);
  const days = oneMoreCopyOf(waits);
  if (days === undefined) return shown;
  const { now, then, isWithoutPurchases } = days;
  const text = (each: number): string =>
    isWorstCase(waits.newHoldWait) && !isFar(each) ? `up to ${daysText(each)}` : daysText(each);
  const before = isWithoutPurchases ? `; if none are bought ${text(now)}` : '';
  return `${shown}${before}, with one more copy ${text(then) === text(now) ? 'as long' : text(then)}`;
}

function isWorstCase(wait: NewHoldWait): boolean {
  return typeof wait === 'object' && wait.basis === 'worst-case';
}
