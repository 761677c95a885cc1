import type { VNode } from 'preact';
import { daysAfter, MAX_SUSPENSION_DAYS } from '../../domain/holds/suspension.js';
import type { TimersRecord } from './timers.representation.js';
import { pageAddress } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { durationOf, Moment } from '../console/components/moment.js';
import { Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

/** The timers look every few seconds: what is overdue for longer shows that no worker runs. */
const LATE_SECONDS = 60;

/** What was typed into a form, and what is wrong with it. */
export interface ClosureProblem {
  readonly form: 'extension' | 'suspension';
  readonly typed: string | undefined;
  readonly text: string;
}

interface TimersPageProps {
  readonly frame: LibraryFrame;
  readonly timers: TimersRecord;
  readonly problem?: ClosureProblem | undefined;
}

/** What ends by itself within three days, hour by hour. */
export function TimersPage({ frame, timers, problem }: TimersPageProps): VNode {
  const { now, aheadSeconds, lagSeconds, hours } = timers;
  return (
    <Layout frame={frame} section="timers" title="Timers">
      {lagSeconds > LATE_SECONDS && (
        <Notice tone="problem">
          Something has been over for {durationOf(lagSeconds)}, and no worker has acted on it.
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
      {frame.mayUse('extend') && <Closure frame={frame} now={new Date(now)} problem={problem} />}
    </Layout>
  );
}

interface ClosureProps extends Pick<TimersPageProps, 'frame' | 'problem'> {
  readonly now: Date;
}

/** Such as 2026-11-21. */
function dayIn(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(time);
}

/** For a library that closes for a while, or whose patrons could not borrow for one. */
function Closure({ frame, now, problem }: ClosureProps): VNode {
  const { websiteId, timeZone } = frame.library;
  const address = pageAddress(websiteId, 'timers');
  const daysAhead = (days: number): string => dayIn(timeZone, daysAfter(now, days));
  const form = (name: ClosureProblem['form'], label: string, button: string): VNode => (
    <Form isLine action={`${address}/${name}`} button={button}>
      <Field
        label={label}
        name="until"
        id={`until-${name}`}
        type="date"
        hint={`In the library’s time zone, ${timeZone}`}
        min={daysAhead(0)}
        max={daysAhead(MAX_SUSPENSION_DAYS - 1)}
        {...(problem?.form === name && { value: problem.typed, problem: problem.text })}
        required
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
      {form('extension', 'No pickup ends before the end of', 'Extend all pickups')}
      {form('suspension', 'No hold becomes ready before the end of', 'Suspend all waiting holds')}
    </>
  );
}
