import { isCalendarDay } from '../../domain/calendar-day.js';
import type { Database } from '../../platform/database/database.js';
import { CsvFile, type CsvSource } from './csv-file.js';
import { findStandings, type Standings } from './csv-survey.store.js';

/** A shorter list may contain only the patrons who were blocked today. */
const MIN_PATRONS = 10;
const MAX_SHARE = 0.5;
/** Some libraries keep patrons who have left, and so do their lists. */
const MAX_MORE_THAN_NOW = 0.2;

interface Survey extends Standings {
  /** The number of the first patrons who have the most frequent PIN. */
  readonly samePin: number;
}

/**
 * Checks a list before it is imported: a column with another meaning would harm most patrons at once.
 * @returns why staff must confirm the list; undefined if they need not
 */
export async function alarmOf(
  database: Database,
  source: CsvSource,
  input: AsyncIterable<Buffer>,
): Promise<string | undefined> {
  if (source.kind !== 'patrons' || source.refusal !== undefined) return undefined;
  const survey = await surveyOf(new CsvFile(input, source), source.today);
  return alarmIn(survey, await findStandings(database, source.websiteId, source.today));
}

export function alarmIn(survey: Survey, now: Standings): string | undefined {
  const { patrons } = survey;
  if (patrons < MIN_PATRONS) return undefined;
  const alarms = [
    isAlarming('blocked', survey, now) && `${survey.blocked} would be blocked`,
    isAlarming('expired', survey, now) && `${survey.expired} would be expired`,
    survey.samePin / patrons > MAX_SHARE && `${survey.samePin} would have the same PIN`,
  ].filter((alarm) => alarm !== false);
  if (alarms.length === 0) return undefined;
  return `Of the ${patrons} patrons in the file, ${alarms.join(', and ')}. If that is right, import it again and say so.`;
}

function isAlarming(what: 'blocked' | 'expired', survey: Survey, now: Standings): boolean {
  const share = survey[what] / survey.patrons;
  return share > MAX_SHARE && share > now[what] / Math.max(now.patrons, 1) + MAX_MORE_THAN_NOW;
}

/** Frequencies are counted for this many different PINs. */
const PINS_COUNTED = 100;

async function surveyOf(file: CsvFile, today: string): Promise<Survey> {
  const pins = new Map<string, number>();
  let [patrons, blocked, expired] = [0, 0, 0];
  for await (const line of file.lines()) {
    file.forget();
    if (!('text' in line) || line.text === '') continue;
    const record = JSON.parse(line.text) as {
      blocked?: object | null;
      expiresOn?: string | null;
      pin?: string;
      pinHash?: string;
    };
    const { pin = record.pinHash } = record;
    patrons += 1;
    if (record.blocked != null) blocked += 1;
    if (record.expiresOn != null && isCalendarDay(record.expiresOn) && record.expiresOn < today) expired += 1;
    if (pin !== undefined && (pins.has(pin) || pins.size < PINS_COUNTED))
      pins.set(pin, (pins.get(pin) ?? 0) + 1);
  }
  return { patrons, blocked, expired, samePin: Math.max(0, ...pins.values()) };
}
