import { ended } from './ended.js';
import type { OccasionDefinition } from './occasion.js';
import { pickupMissed } from './pickup-missed.js';
import { ready } from './ready.js';
import { reminder } from './reminder.js';
import { suspensionEnds } from './suspension-ends.js';

/** On which occasions a patron is told something about a hold. Each is told once. */
export const OCCASIONS = ['ready', 'reminder', 'pickup-missed', 'ended', 'suspension-ends'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export const OCCASION_DEFINITIONS: Readonly<Record<Occasion, OccasionDefinition>> = {
  ready,
  reminder,
  'pickup-missed': pickupMissed,
  ended,
  'suspension-ends': suspensionEnds,
};

const ABOUT_SUSPENSION: ReadonlySet<string> = new Set(
  OCCASIONS.filter((occasion) => OCCASION_DEFINITIONS[occasion].about === 'suspension'),
);

/** Whether the notice concerns a suspended hold: it is true for as long as the suspension stays as it is. */
export function isAboutSuspension(occasion: Occasion): boolean {
  return ABOUT_SUSPENSION.has(occasion);
}

export function isOccasion(text: string): text is Occasion {
  return OCCASIONS.some((occasion) => occasion === text);
}
