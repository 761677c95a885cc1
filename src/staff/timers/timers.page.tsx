import type { VNode } from 'preact';
import { daysAfter, MAX_SUSPENSION_DAYS } from '../../domain/holds/suspension.js';
import type { TimersRecord } from './timers.representation.js';
import { ClosureRequest } from './timers.requests.js';
import { libraryAddress } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Facts } from '../console/components/facts.js';
import { durationOf, Moment } from '../console/components/moment.js';
import { Control } from '../console/components/control.js';
import { Form } from '../console/components/form.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { Shown } from '../console/face.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

/** The timers look every few seconds: longer delays show that no worker runs. */
const LATE_SECONDS = 60;

/** The holds and loans that end by themselves within three days, by hour. */
export function TimersPage({ frame, now, aheadSeconds, lagSeconds, hours }: Shown<TimersRecord>): VNode {
  return (
    <Layout frame={frame} section="timers" title="Timers">
      {lagSeconds > LATE_SECONDS && (
        <Notice tone="problem">
          Something has been over for {durationOf(lagSeconds)}, and has not been ended.
        </Notice>
      )}
      <Facts
        facts={[
          ['Time of the service', <Moment at={new Date(now)} />],
          ...(aheadSeconds === 0
            ? []
            : [['The clock of this sandbox is ahead by', durationOf(aheadSeconds)] as const]),
          ['Longest overdue', lagSeconds < 1 ? 'none' : durationOf(lagSeconds)],
        ]}
      />
      <Columns
        beside={frame.mayUse('extendPickups') && <Closure library={frame.library} now={new Date(now)} />}
      >
        <h2>Ends within three days</h2>
        <Table
          caption="What ends, by hour"
          empty="Nothing ends within three days."
          rows={hours}
          columns={[
            { heading: 'Hour from', isName: true, cell: ({ from }) => <Moment at={new Date(from)} /> },
            { heading: 'Pickups', isNumber: true, cell: ({ pickups }) => pickups },
            { heading: 'Suspensions', isNumber: true, cell: ({ suspensions }) => suspensions },
            { heading: 'Checkouts', isNumber: true, cell: ({ checkouts }) => checkouts },
          ]}
        />
      </Columns>
    </Layout>
  );
}

interface ClosureProps extends Pick<LibraryFrame, 'library'> {
  readonly now: Date;
}

/** Such as 2026-11-21. */
function dayIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
}

/** For a library that closes for a while, or whose patrons could not borrow for a while. */
function Closure({ library: { websiteId, timeZone }, now }: ClosureProps): VNode {
  const daysAhead = (days: number): string => dayIn(timeZone, daysAfter(now, days));
  const form = (what: string, does: string, label: string, button: string): VNode => (
    <Form action={`${libraryAddress(websiteId)}/${what}/${does}`} button={button}>
      <Control
        of={ClosureRequest}
        name="until"
        label={label}
        id={`until-${what}`}
        type="date"
        hint={`In the library’s time zone, ${timeZone}`}
        min={daysAhead(0)}
        max={daysAhead(MAX_SUSPENSION_DAYS - 1)}
      />
    </Form>
  );
  return (
    <>
      <h2>Before the library closes</h2>
      <p>
        Patrons whose pickups are extended get a mail with the new end. Holds that are ready or suspended
        already are not suspended.
      </p>
      {form('pickups', 'extend', 'No pickup ends before the end of', 'Extend all pickups')}
      {form('holds', 'suspend', 'No hold becomes ready before the end of', 'Suspend all waiting holds')}
    </>
  );
}
