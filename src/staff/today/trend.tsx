import type { VNode } from 'preact';
import type { LibraryDay } from '../../circulation/library-days.store.js';
import { LineChart } from '../charts/line-chart.js';

/** So many days are drawn. */
export const DAYS_DRAWN = 30;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const CHANGE = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });

interface TrendProps {
  readonly name: string;
  /** The oldest first. */
  readonly days: readonly LibraryDay[];
  readonly of: (day: LibraryDay) => number;
}

/** How a figure of the library has moved. Null where the one of a week ago is not known. */
export function Trend({ name, days, of }: TrendProps): VNode | null {
  const now = days.at(-1);
  const before = now && days.find(({ day }) => Date.parse(now.day) - Date.parse(day) === WEEK_MS);
  if (now === undefined || before === undefined) return null;
  const change = of(now) - of(before);
  const text = `${name}: ${of(now).toLocaleString('en')}, ${change === 0 ? 'as many as last week' : `${CHANGE.format(change)} since last week`}`;
  return (
    <div class="trend">
      <p>{text}</p>
      <LineChart
        id={`trend-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`}
        title={name}
        description={text}
        points={days.map((day) => ({ at: new Date(day.day), value: of(day) }))}
        isSmall
      />
    </div>
  );
}
