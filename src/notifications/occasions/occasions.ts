import { ended } from './ended.js';
import type { OccasionDefinition } from './occasion.js';
import { noCopies } from './no-copies.js';
import { pickupMissed } from './pickup-missed.js';
import { ready } from './ready.js';
import { reminder } from './reminder.js';
import { suspensionEnds } from './suspension-ends.js';

/** On which occasions a patron is told something about a hold. Each is told once. */
export const OCCASIONS = [
  'ready',
  'reminder',
  'pickup-missed',
  'ended',
  'suspension-ends',
  'no-copies',
] as const;
export type Occasion = (typeof OCCASIONS)[number];

export const OCCASION_DEFINITIONS: Readonly<Record<Occasion, OccasionDefinition>> = {
  ready,
  reminder,
  'pickup-missed': pickupMissed,
  ended,
  'suspension-ends': suspensionEnds,
  'no-copies': noCopies,
};

/** The hold is gone, and what the notice tells is stored apart. */
export function isAboutEnd(occasion: Occasion): boolean {
  return OCCASION_DEFINITIONS[occasion].moment === 'ended_at';
}

const WITH_OWN_MOMENT: ReadonlySet<string> = new Set(
  OCCASIONS.filter((each) => OCCASION_DEFINITIONS[each].moment !== 'expires_at' && !isAboutEnd(each)),
);

/**
 * Whether a notice that was not delivered is listed by itself, until the moment that it names is another. One about a pickup
 * counts as the notice of the ready hold, and one about the end of a hold leaves nothing.
 */
export function hasOwnMoment(occasion: Occasion): boolean {
  return WITH_OWN_MOMENT.has(occasion);
}

export function isOccasion(text: string): text is Occasion {
  return OCCASIONS.some((occasion) => occasion === text);
}
