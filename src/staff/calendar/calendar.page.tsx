import { randomUUID } from 'node:crypto';
import type { VNode } from 'preact';
import { calendarEntryAddress, pageAddress } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Control } from '../console/components/control.js';
import { Box, Choice } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { PostButton } from '../console/components/post-button.js';
import { Table } from '../console/components/table.js';
import type { Shown } from '../console/face.js';
import type { LibraryFrame } from '../console/frame.js';
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
      <Columns beside={mayChange && <AddDays frame={frame} />}>
        <Table
          caption="Closed days, holidays and terms"
          empty="There are none yet: the library is open every day."
          rows={entries}
          columns={[
            { heading: 'Name', isName: true, cell: ({ name }) => <bdi>{name}</bdi> },
            { heading: 'Days', cell: daysInWords },
            { heading: 'Kind', cell: kindInWords },
            ...(mayChange
              ? [
                  {
                    heading: 'Remove',
                    cell: ({ entryId }: CalendarEntryRecord) => (
                      <PostButton to={calendarEntryAddress(websiteId, entryId)} as="DELETE">
                        Remove
                      </PostButton>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Columns>
    </Layout>
  );
}

/** Each page has an address of its own for the entry: a form that is sent twice adds it once. */
function AddDays({ frame: { library, kept } }: { readonly frame: LibraryFrame }): VNode {
  const { websiteId, timeZone } = library;
  return (
    <>
      <h2>Add days</h2>
      <PostForm action={kept?.action ?? calendarEntryAddress(websiteId, randomUUID())} as="PUT">
        <Control of={CalendarEntryRequest} name="name" />
        <Choice label="Kind" name="kind" options={Object.entries(KINDS)} />
        <Control
          of={CalendarEntryRequest}
          name="from"
          type="date"
          hint={`In the library’s time zone, ${timeZone}`}
        />
        <Control of={CalendarEntryRequest} name="to" type="date" />
        <Choice
          label="Repeated"
          name="repeats"
          options={[
            ['', 'No'],
            ['weekly', 'Each week'],
            ['yearly', 'Each year'],
          ]}
        />
        <Control of={CalendarEntryRequest} name="until" type="date" />
        <Box name="suspendsHolds" value="true">
          No hold becomes ready while the library is closed: those that wait are suspended
        </Box>
        <button type="submit">Add the days</button>
      </PostForm>
      <p class="soft">
        A calendar file (.ics) is read under <a href={pageAddress(websiteId, 'imports')}>Imports</a>.
      </p>
    </>
  );
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
