import type { VNode } from 'preact';
import type { LibraryDay } from '../../circulation/library-days.store.js';
import { pageAddress, withQuery } from '../addresses/addresses.js';
import { Choice } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { Link } from '../console/components/post-button.js';
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
  /** The figure that is shown large; undefined: all are shown, small. */
  readonly figure: Figure | undefined;
}

const NAMES = {
  placed: 'Holds placed',
  liveHolds: 'Holds',
  suspended: 'Suspended holds',
  ready: 'Ready holds',
  longestQueue: 'Longest queue',
  copiesOwned: 'Copies owned',
  copiesOnLoan: 'Copies on loan',
  loansBegun: 'Loans begun',
  mailsSent: 'Mails sent',
} as const satisfies Partial<Record<keyof LibraryDay, string>>;

export type Figure = keyof typeof NAMES;
export const FIGURES = Object.keys(NAMES) as Figure[];

const PERIODS: readonly (readonly [string, string])[] = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['731', 'two years'],
];

/** Each figure as a line, and all of them as a table. */
export function ChartsPage(props: ChartsPageProps): VNode {
  const { frame, days, period, calibration, figure } = props;
  return (
    <Layout frame={frame} section="charts" title={figure === undefined ? 'Charts' : NAMES[figure]}>
      <Form isLine method="get" action={pageAddress(frame.library.websiteId, 'charts')} button="Show">
        <Choice label="Period" name="days" options={PERIODS} value={String(period)} />
        {figure !== undefined && <input type="hidden" name="figure" value={figure} />}
      </Form>
      {days.length < 2 ? (
        <p class="empty">There are charts from the second day on. The figures are written every hour.</p>
      ) : (
        <Charts {...props} />
      )}
      <details open={figure !== undefined}>
        <summary>The same in numbers</summary>
        <Table
          caption="By day in UTC, the last one first; holds placed and loans begun are counted from the second day on"
          empty="There are no figures yet."
          rows={days.toReversed()}
          columns={[DAY, ...(figure === undefined ? FIGURES : [figure]).map(columnOf)]}
        />
      </details>
      {figure === undefined && <EstimatedWaits {...calibration} />}
    </Layout>
  );
}

/** One large chart, or all of them small, linked to the large ones. */
function Charts({ frame, days, period, figure }: ChartsPageProps): VNode {
  const addressOf = (one?: Figure): string =>
    withQuery(pageAddress(frame.library.websiteId, 'charts'), { days: period, figure: one });
  if (figure !== undefined)
    return (
      <>
        <Chart figure={figure} days={days} />
        <Link to={addressOf()}>All charts</Link>
      </>
    );
  return (
    <ul class="cards charts">
      {FIGURES.map((each) => (
        <li key={each} class="card">
          <h2>
            <a href={addressOf(each)}>{NAMES[each]}</a>
          </h2>
          <p>
            {numberOf(days.at(-1), each)} on the last day, at most {highestOf(days, each)}
          </p>
          <Chart figure={each} days={days} isSmall />
        </li>
      ))}
    </ul>
  );
}

interface ChartProps {
  readonly figure: Figure;
  readonly days: readonly LibraryDay[];
  readonly isSmall?: boolean;
}

function Chart({ figure, days, isSmall }: ChartProps): VNode {
  const points = days.map((day) => ({ at: new Date(`${day.day}T00:00:00Z`), value: day[figure] }));
  const [from, to] = [days[0], days.at(-1)].map((day) => `${numberOf(day, figure)} on ${day?.day ?? ''}`);
  const description = `From ${from} to ${to}. The table below has all numbers.`;
  return (
    <LineChart
      id={`chart-${figure}`}
      title={NAMES[figure]}
      description={description}
      points={points}
      isSmall={isSmall}
    />
  );
}

function numberOf(day: LibraryDay | undefined, figure: Figure): string {
  return day?.[figure]?.toLocaleString('en') ?? 'not known';
}

function highestOf(days: readonly LibraryDay[], figure: Figure): string {
  return Math.max(0, ...days.map((day) => day[figure] ?? 0)).toLocaleString('en');
}

const DAY: Column<LibraryDay> = {
  heading: 'Day',
  isName: true,
  cell: ({ day }) => <time datetime={day}>{day}</time>,
};

function columnOf(figure: Figure): Column<LibraryDay> {
  return {
    heading: NAMES[figure],
    isNumber: true,
    cell: (day) => day[figure]?.toLocaleString('en') ?? '—',
  };
}
