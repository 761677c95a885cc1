import { actionsOf, type EstimatedWait, type HoldRecord, type PatronRecord } from '../http/records.js';
import { farDay } from '../times.js';
import { say } from '../words/say.js';
import { DAY_MS } from '../../../domain/durations.js';

export type Condition = 'ready' | 'waiting' | 'suspended';

/** A hold is read by its actions, not its numbers: one can also wait as 1 of 1. */
export function conditionOf(hold: HoldRecord): Condition {
  if (actionsOf(hold).some(([name]) => name === 'checkout')) return 'ready';
  return hold.holdSuspension === undefined ? 'waiting' : 'suspended';
}

export function conditionInWords(condition: Condition): string {
  if (condition === 'ready') return say('ready');
  return condition === 'waiting' ? say('waiting') : say('suspended');
}

const ORDER: readonly Condition[] = ['ready', 'waiting', 'suspended'];

/** By what to do about them: what ends first, then who is nearest to the front, then what is suspended the shortest. */
export function byUrgency(holds: readonly HoldRecord[]): HoldRecord[] {
  return [...holds].sort((one, other) => {
    const [first, second] = [conditionOf(one), conditionOf(other)];
    if (first !== second) return ORDER.indexOf(first) - ORDER.indexOf(second);
    return urgencyOf(one) - urgencyOf(other);
  });
}

function urgencyOf(hold: HoldRecord): number {
  if (hold.holdExpires !== undefined) return Date.parse(hold.holdExpires);
  if (hold.holdSuspension === undefined) return hold.holdListPosition;
  return hold.suspensionEndsDate === undefined ? Infinity : Date.parse(hold.suspensionEndsDate);
}

/** Answers tell every time that is further away as this one. */
const FAR_MS = 366 * DAY_MS;

function isFar(time: string, now: Date): boolean {
  // An answer may be a day old.
  return Date.parse(time) - now.getTime() > FAR_MS - DAY_MS;
}

/** A sentence; undefined when nothing is known. Where both times are one, it is that of the worst case. */
export function waitInWords(wait: EstimatedWait | undefined, now: Date): string | undefined {
  if (wait === undefined) return undefined;
  if (isFar(wait.likelyBy, now)) return say('afterAYear');
  const likely = farDay(new Date(wait.likelyBy), now);
  const latest = farDay(new Date(wait.latestBy), now);
  if (isFar(wait.latestBy, now)) return say('likelyOnlyBy', { likely });
  return likely === latest ? say('expectedBy', { latest }) : say('likelyBy', { likely, latest });
}

/** How the patron is told that a title is ready: of a hold, or of what is kept for later. */
export function toldInWords(address: string, by: PatronRecord['noticesBy']): string {
  if (by === 'text' || (by === 'both' && address === '')) return say('textWhenReady');
  return address === '' ? say('noMail') : say('mailTo', { address });
}

/** That the library owns no copy any more, and what becomes of the hold. */
export function lossInWords({ holdEnds }: NonNullable<HoldRecord['copiesLost']>, now: Date): string {
  return holdEnds === undefined
    ? say('noCopyLeft')
    : say('noCopyLeftUntil', { day: farDay(new Date(holdEnds), now) });
}

/** @param day as the answer tells it, whatever the browser's time zone */
export function lastDayInWords(day: string, now: Date): string {
  return say('notNeededAfter', { day: farDay(new Date(`${day}T00:00`), now) });
}
