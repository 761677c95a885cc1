import { refusal } from '../../domain/errors.js';
import { daysAfter, MAX_SUSPENSION_DAYS } from '../../domain/holds/suspension.js';
import { notAllowed } from '../../http/fields/request-class.js';
import { parseWrittenTime, POINT_IN_TIME } from '../../http/fields/time.js';
import { readServiceTime } from '../../platform/database/clock.store.js';
import { findLocalTime } from '../../platform/database/libraries.store.js';
import type { Connection } from '../../platform/database/statement.js';
import { DAY_MS } from '../../domain/durations.js';

const SECOND_MS = 1_000;

interface TypedTime {
  /** The name of the field. */
  readonly name: string;
  readonly text: string;
  /** Whether a date alone means its first moment or its last second. */
  readonly day: 'begins' | 'ends';
}

/**
 * Parses a time that staff have typed: it follows the library's clocks, unless it has a zone.
 * @throws Refusal `InvalidFieldValue` for anything but a time, `NotFound`
 */
export async function readTypedTime(
  connection: Connection,
  websiteId: number,
  { name, text, day }: TypedTime,
): Promise<Date> {
  const written = parseWrittenTime(text);
  if (written === undefined) throw notAllowed(name, POINT_IN_TIME.message);
  if (written.hasZone) return written.time;
  const isEnd = written.isDay && day === 'ends';
  const shown = new Date(written.time.getTime() + (isEnd ? DAY_MS : 0));
  const moment = await findLocalTime(connection, websiteId, shown);
  if (moment === undefined) throw refusal('NotFound');
  return isEnd ? new Date(moment.getTime() - SECOND_MS) : moment;
}

/**
 * The field `until` of holds that wait, or stay ready, until then. A day alone is its end.
 * @throws Refusal `InvalidFieldValue` unless that is within a year from now, `NotFound`
 */
export async function readUntil(connection: Connection, websiteId: number, text: string): Promise<Date> {
  const until = await readTypedTime(connection, websiteId, { name: 'until', text, day: 'ends' });
  const now = await readServiceTime(connection);
  if (until <= now || until > daysAfter(now, MAX_SUSPENSION_DAYS))
    throw notAllowed('until', `a time within the next ${MAX_SUSPENSION_DAYS} days`);
  return until;
}
