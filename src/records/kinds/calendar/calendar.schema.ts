import * as z from 'zod';
import {
  ENTRY_KINDS,
  MAX_ENTRY_DAYS,
  MAX_ENTRY_NAME,
  overlapsItself,
  REPETITIONS,
} from '../../../domain/library-calendar.js';
import * as is from '../../engine/schema-rules.js';

const MAX_ENTRY_ID_LENGTH = 300;

/** Nobody plans further, and mistyped years are refused. */
const day = is.day.refine((value) => value >= '2000' && value < '2200', {
  error: 'must be in the years 2000 to 2199',
});

const schemas = is.recordSchemas(
  { websiteId: is.id, entryId: is.text(MAX_ENTRY_ID_LENGTH) },
  {
    kind: is.oneOf(ENTRY_KINDS),
    name: is.text(MAX_ENTRY_NAME),
    from: day,
    to: is.optional(day, null),
    repeats: is.optional(is.oneOf(REPETITIONS), null),
    until: is.optional(day, null),
    suspendsHolds: is.optional(is.trueOrFalse, false),
  },
);

/** `to` is the first day where it is absent; `until` of days that are not repeated is the last one. */
export const calendarSchemas = {
  ...schemas,
  whole: schemas.whole.transform(({ to: given, ...entry }, context) => {
    const to = given ?? entry.from;
    const { from, repeats, until, kind, suspendsHolds } = entry;
    const refuse = (member: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [member], message });
    if (to < from) refuse('to', 'must not be before the first day');
    else if (overlapsItself({ ...entry, to })) refuse('to', TOO_LATE[repeats ?? 'dated']);
    if (until !== null && repeats === null) refuse('until', 'is for days that are repeated');
    if (until !== null && until < from) refuse('until', 'must not be before the first day');
    if (suspendsHolds && kind !== 'closed') refuse('suspendsHolds', 'is for closed days only');
    return context.issues.length > 0 ? z.NEVER : { ...entry, to, until: repeats === null ? to : until };
  }),
};
export type CalendarRecord = z.output<typeof calendarSchemas.whole>;
/** The entry of a record, without its library. */
export const entryIn = ({ websiteId: _, ...entry }: CalendarRecord): Omit<CalendarRecord, 'websiteId'> =>
  entry;
export type CalendarKey = z.output<typeof calendarSchemas.key>;

const TOO_LATE = {
  dated: `must be within ${MAX_ENTRY_DAYS} days from the first day`,
  yearly: 'must be before the days are repeated, within a year from the first day',
  weekly: 'must be before the days are repeated, within a week from the first day',
} as const;
