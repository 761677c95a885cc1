import type { VNode } from 'preact';
import type { LibraryDay } from '../../circulation/library-days.store.js';
import { pageAddress } from '../console/addresses.js';
import { Choice } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { type Column, Table } from '../console/components/table.js';
import type { CalibrationByHorizon } from '../../domain/waits/calibration.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { EstimatedWaits } from './estimated-waits.js';
import { LineChart } from './line-chart.js';

interface ChartsPageProps {
  readonly frame: LibraryFrame;
  readonly days: readonly LibraryDay[];
  /** In days. */
  readonly period: number;
  readonly calibration: CalibrationByHorizon;
}

type Figure = Exclude<keyof LibraryDay, 'day'>;

const FIGURES: readonly (readonly [Figure, string])[] = [
  ['placed', 'Holds placed'],
  ['liveHolds', 'Holds'],
  ['suspended', 'Suspended holds'],
  ['ready', 'Ready holds'],
  ['longestQueue', 'Longest queue'],
  ['copiesOwned', 'Copies owned'],
  ['copiesOnLoan', 'Copies on loan'],
  ['loansBegun', 'Loans begun'],
  ['mailsSent', 'Mails sent'],
];

const PERIODS: readonly (readonly [string, string])[] = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['731', 'two years'],
];

/** Each figure as a line, and all of them as a table. */
export function ChartsPage({ frame, days, period, calibration }: ChartsPageProps): VNode {
  return (
    <Layout frame={frame} section="charts" title="Charts">
      <Form isLine method="get" action={pageAddress(frame.library.websiteId, 'charts')} button="Show">
        <Choice label="Period" name="days" options={PERIODS} value={String(period)} />
      </Form>
      {days.length < 2 ? (
        <p class="empty">There are charts from the second day on. A worker writes the figures every hour.</p>
      ) : (
        FIGURES.map(([figure, name]) => <Chart key={figure} figure={figure} name={name} days={days} />)
      )}
      <h2>The same in numbers</h2>
      <Table
        caption="By day in UTC, the last one first; holds placed and loans begun are counted from the second day on"
        empty="There are no figures yet."
        rows={days.toReversed()}
        columns={COLUMNS}
      />
      <EstimatedWaits {...calibration} />
    </Layout>
  );
}

interface ChartProps {
  readonly figure: Figure;
  readonly name: string;
  readonly days: readonly LibraryDay[];
}

function Chart({ figure, name, days }: ChartProps): VNode {
  const points = days.map((day) => ({ at: new Date(`${day.day}T00:00:00Z`), value: day[figure] }));
  const [from, to] = [days[0], days.at(-1)].map(
    (day) => `${day?.[figure]?.toLocaleString('en') ?? 'not known'} on ${day?.day ?? ''}`,
  );
  const description = `From ${from} to ${to}. The table below has all numbers.`;
  return (
    <section>
      <h2>{name}</h2>
      <LineChart id={`chart-${figure}`} title={name} description={description} points={points} />
    </section>
  );
}

const COLUMNS: readonly Column<LibraryDay>[] = [
  { heading: 'Day', isName: true, cell: ({ day }) => <time datetime={day}>{day}</time> },
  ...FIGURES.map(([figure, heading]) => ({
    heading,
    isNumber: true,
    cell: (day: LibraryDay) => day[figure]?.toLocaleString('en') ?? '—',
  })),
];
