import type { NewHoldWait } from '../../circulation/waits/expected-offer.store.js';
import { counted } from './moment.js';

/** Such as "27 to 41 days"; before anything has been learned, "up to 41 days". */
export function waitText(wait: NewHoldWait): string {
  if (wait === undefined) return 'not known yet';
  if (wait === 'never') return 'no copy';
  const latest = counted(wait.latestDays, 'day');
  if (wait.basis === 'worst-case') return `up to ${latest}`;
  return wait.days === wait.latestDays ? latest : `${wait.days.toLocaleString('en')} to ${latest}`;
}

/** For a file. Only the worst case may be known. */
export function likelyDaysOf(wait: NewHoldWait): number | '' {
  return typeof wait === 'object' && wait.basis === 'known' ? wait.days : '';
}

export function latestDaysOf(wait: NewHoldWait): number | '' {
  return typeof wait === 'object' ? wait.latestDays : '';
}
