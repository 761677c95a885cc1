import type { Occasion } from '../notifications/occasions/notice.js';

/** What a notice is about, as the name of it. */
export const OCCASION_NAMES: Readonly<Record<Occasion, string>> = {
  ready: 'A title is ready',
  reminder: 'The pickup ends soon',
  'pickup-missed': 'A missed pickup has suspended a hold',
  ended: 'A hold has ended',
  'suspension-ends': 'A suspended hold ends soon',
};

/** The same after "It tells the patron that". */
export const OCCASION_CLAUSES: Readonly<Record<Occasion, string>> = {
  ready: 'a title is ready',
  reminder: 'the time to borrow a title ends soon',
  'pickup-missed': 'a missed pickup has suspended a hold',
  ended: 'a hold has ended',
  'suspension-ends': 'a hold ends soon, because it has been suspended for long',
};
