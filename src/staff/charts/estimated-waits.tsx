import type { VNode } from 'preact';
import type { Calibration, CalibrationByHorizon, Coverage, Skill } from '../../domain/waits/calibration.js';
import { type Column, Table } from '../console/components/table.js';

/** The shares of holds that were ready by the estimated times. */
export function EstimatedWaits({ all, horizons }: CalibrationByHorizon): VNode {
  return (
    <section>
      <h2>Estimated waits</h2>
      <p>
        When patrons place holds, they are told when these are likely to be ready, and when at the latest.
        Half of the holds should be ready by the first time, and nine of ten by the second. Two simple rules
        are what the likely time is compared with: as long as the last hold that became ready waited, and the
        place in the queue × the lending period ÷ the copies.
      </p>
      <Table
        caption="Holds whose told time fell in whole weeks of this period, by the wait that was told; in brackets, the range in which the true share lies"
        empty=""
        rows={[...horizons, all]}
        columns={COLUMNS}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Calibration>[] = [
  { heading: 'Wait', isName: true, cell: waitOf },
  { heading: 'Holds', isNumber: true, cell: ({ likely }) => likely.holds.toLocaleString('en') },
  { heading: 'By the likely time', isNumber: true, cell: ({ likely }) => shareOf(likely) },
  { heading: 'By the latest time', isNumber: true, cell: ({ latest }) => shareOf(latest) },
  {
    heading: 'Less off than the last wait',
    isNumber: true,
    cell: ({ thanLastWait }) => skillOf(thanLastWait),
  },
  { heading: 'Less off than by place', isNumber: true, cell: ({ thanPlace }) => skillOf(thanPlace) },
  {
    heading: 'Removed or suspended before the latest time',
    isNumber: true,
    cell: ({ left }) => left.toLocaleString('en'),
  },
];

function waitOf({ fromDays, toDays }: Calibration): string {
  if (toDays !== undefined) return `${fromDays} to ${toDays} days`;
  return fromDays === 0 ? 'All' : `${fromDays} days and more`;
}

function shareOf({ holds, readyByThen, interval }: Coverage): string {
  if (interval === undefined) return 'not known yet';
  const [low, high] = interval.map(percent);
  return `${percent(readyByThen / holds)} (${low} – ${high})`;
}

function skillOf({ skill, hoursOff = 0, hoursOffByRule = 0 }: Skill): string {
  if (skill === undefined) return 'not known yet';
  return `${percent(skill)} (${days(hoursOff)} for ${days(hoursOffByRule)} days)`;
}

function days(hours: number): string {
  return (hours / 24).toFixed(1);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
