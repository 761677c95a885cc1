import { randomUUID } from 'node:crypto';
import type { VNode } from 'preact';
import { calendarEntryAddress, pageAddress } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Control } from '../console/components/control.js';
import { Box, Choice } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { Link, More, Question } from '../console/components/post-button.js';
import { Table } from '../console/components/table.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';
import type { CalendarEntryRecord, CalendarRecord } from './calendar.representation.js';
import { CalendarEntryRequest } from './calendar.requests.js';

const KINDS = { closed: 'Closed', holiday: 'Holiday', term: 'Term' } as const;

/** The closed days, holidays and terms of a library, and a form to add some. */
export function CalendarPage({ frame, entries }: Shown<CalendarRecord>): VNode {
  const { websiteId } = frame.library;
  const mayChange = frame.mayUse('put');
  return (
    <Layout frame={frame} section="calendar" title="Calendar">
      <p>
        No pickup ends while the library is closed: it ends on the first open day, at the same time. On
        holidays and in terms the library is open.
      </p>
      <Columns beside={mayChange && <KeptOrNew frame={frame} entries={entries} />}>
        <Table
          caption="Closed days, holidays and terms"
          empty="There are none yet: the library is open every day."
          rows={entries}
          columns={[
            {
              heading: 'Name',
              isName: true,
              cell: ({ entryId, name }) =>
                mayChange ? <a href={calendarEntryAddress(websiteId, entryId)}>{name}</a> : <bdi>{name}</bdi>,
            },
            { heading: 'Days', cell: daysInWords },
            { heading: 'Kind', cell: kindInWords },
          ]}
        />
      </Columns>
    </Layout>
  );
}

/** A refused form is shown here again. Each page has an address of its own for new days: a form that is sent twice adds them once. */
function KeptOrNew({ frame: { library, kept }, entries }: Shown<CalendarRecord>): VNode {
  const { websiteId, timeZone } = library;
  const address = kept?.action ?? calendarEntryAddress(websiteId, randomUUID());
  const entry = entries.find(({ entryId }) => calendarEntryAddress(websiteId, entryId) === address);
  return (
    <>
      <h2>{entry === undefined ? 'Add days' : `Change ${entry.name}`}</h2>
      <DaysForm address={address} timeZone={timeZone} entry={entry} />
      <p class="soft">
        A calendar file (.ics) is read under <a href={pageAddress(websiteId, 'imports')}>Imports</a>.
      </p>
    </>
  );
}

/** One entry, to change or to remove it. */
export function CalendarEntryPage({ frame, ...entry }: Shown<CalendarEntryRecord>): VNode {
  const { websiteId, timeZone } = frame.library;
  const address = calendarEntryAddress(websiteId, entry.entryId);
  return (
    <Layout frame={frame} section="calendar" title={entry.name}>
      <p>
        {daysInWords(entry)}. {kindInWords(entry)}.
      </p>
      <DaysForm address={address} timeZone={timeZone} entry={entry} />
      <More>
        <Question title="Remove the days" to={address} as="DELETE">
          {removalInWords(entry)}
        </Question>
      </More>
      <Link to={pageAddress(websiteId, 'calendar')}>Back to the calendar, without a change</Link>
    </Layout>
  );
}

interface DaysFormProps {
  readonly address: string;
  readonly timeZone: string;
  /** Undefined: it is new. */
  readonly entry: CalendarEntryRecord | undefined;
}

function DaysForm({ address, timeZone, entry }: DaysFormProps): VNode {
  const zone = `In the library’s time zone, ${timeZone}`;
  const of = CalendarEntryRequest;
  return (
    <PostForm action={address} as="PUT">
      <Control of={of} name="name" value={entry?.name} />
      <Choice label="Kind" name="kind" options={Object.entries(KINDS)} value={entry?.kind} />
      <Control of={of} name="from" type="date" hint={zone} value={entry?.from} />
      <Control of={of} name="to" type="date" value={entry?.to} />
      <Choice label="Repeated" name="repeats" options={REPEATED} value={entry?.repeats ?? ''} />
      <Control of={of} name="until" type="date" value={entry?.until ?? undefined} />
      <Box name="suspendsHolds" value="true" checked={entry?.suspendsHolds ?? false}>
        Holds that wait do not become ready while the library is closed: they are suspended
      </Box>
      <button type="submit">{entry === undefined ? 'Add the days' : 'Save the days'}</button>
    </PostForm>
  );
}

const REPEATED = [
  ['', 'No'],
  ['weekly', 'Each week'],
  ['yearly', 'Each year'],
] as const;

/** What it undoes. */
function removalInWords({ kind, suspendsHolds }: CalendarEntryRecord): string {
  if (kind !== 'closed') return 'Nothing changes for holds. Estimated waits no longer count with these days.';
  const holds = suspendsHolds ? 'Holds that are suspended because of them are resumed. ' : '';
  return `${holds}Pickups may end on these days again; those that were extended stay so. Patrons are not told.`;
}

function kindInWords({ kind, suspendsHolds }: CalendarEntryRecord): string {
  return suspendsHolds ? `${KINDS[kind]}, holds are suspended` : KINDS[kind];
}

/** Such as “24 December – 2 January, each year from 2026”. */
export function daysInWords({ from, to, repeats, until }: CalendarEntryRecord): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    ...(repeats === 'weekly' ? { weekday: 'long' } : { day: 'numeric', month: 'long' }),
    ...(repeats === null && { year: 'numeric' }),
  });
  const days = [...new Set([from, to])].map((day) => format.format(new Date(day))).join(' – ');
  if (repeats === null) return days;
  const since = repeats === 'weekly' ? `each week from ${from}` : `each year from ${from.slice(0, 4)}`;
  return `${days}, ${since}${until === null ? '' : ` until ${until}`}`;
}
