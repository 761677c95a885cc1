import type { VNode } from 'preact';
import type { TimersRecord } from '../../operator/timers/timers.representation.js';
import { Facts } from '../components/facts.js';
import { durationOf, Moment } from '../components/moment.js';
import { Notice } from '../components/notice.js';
import { Table } from '../components/table.js';
import type { LibraryFrame } from '../frame.js';
import { Layout } from '../layout.js';

/** The timers look every few seconds: what is overdue for longer shows that no worker runs. */
const LATE_SECONDS = 60;

interface TimersPageProps {
  readonly frame: LibraryFrame;
  readonly timers: TimersRecord;
}

/** What ends by itself within three days, hour by hour. */
export function TimersPage({ frame, timers }: TimersPageProps): VNode {
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
    </Layout>
  );
}
