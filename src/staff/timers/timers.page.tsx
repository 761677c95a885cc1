import type { VNode } from 'preact';
import type { TimersRecord } from './timers.representation.js';
import { Facts } from '../console/components/facts.js';
import { durationOf, Moment } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';

/** The timers look every few seconds: longer delays show that no worker runs. */
const LATE_SECONDS = 60;

/** The holds and loans that end by themselves within three days, by hour. */
export function TimersPage({ frame, now, aheadSeconds, lagSeconds, hours }: Shown<TimersRecord>): VNode {
  return (
    <Layout frame={frame} section="timers" title="Ending soon">
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
          { heading: 'Holds no longer needed', isNumber: true, cell: ({ lastDays }) => lastDays },
        ]}
      />
    </Layout>
  );
}
