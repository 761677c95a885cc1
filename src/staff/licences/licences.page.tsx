import type { VNode } from 'preact';
import type { WaitBasis } from '../../domain/waits/estimated-wait.js';
import { pageAddress, queueAddress, withQuery } from '../addresses/addresses.js';
import { Control } from '../console/components/control.js';
import { Form } from '../console/components/form.js';
import { counted, Moment, momentText } from '../console/components/moment.js';
import { type Column, Table } from '../console/components/table.js';
import { creatorsOf, formatOf, Title } from '../console/components/title.js';
import { daysText, waitText } from '../console/components/wait.js';
import { type CsvColumns, csvOfRows } from '../console/csv.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';
import type { LicenceRecord, LicencesRecord } from './licences.representation.js';
import { moneyText } from './money.js';
import { LicencesQuery } from './licences.requests.js';
import type { EndingLicence } from './licences.service.js';

/** The licences to renew, or not: each with those who wait for its title. */
export function LicencesPage({
  frame,
  licences,
  withinDays,
  loansLeft,
  hasMore,
}: Shown<LicencesRecord>): VNode {
  const address = pageAddress(frame.library.websiteId, 'licences');
  return (
    <Layout frame={frame} section="licences" title="Licences">
      <Form isLine method="get" action={address} button="Show">
        <Control of={LicencesQuery} name="withinDays" type="number" value={withinDays} />
        <Control of={LicencesQuery} name="loansLeft" type="number" value={loansLeft} />
      </Form>
      <p>
        <a href={withQuery(`${address}.csv`, { withinDays, loansLeft })}>Save the list as a CSV file</a>, with
        identifiers for an order.
      </p>
      {hasMore && <p>Only the {counted(licences.length, 'licence')} that end first are in the list.</p>}
      <div class="compact">
        <Table
          caption="Licences that end soon, or have few loans left"
          empty={`No licence ends within ${counted(withinDays, 'day')}, or has at most ${counted(loansLeft, 'loan')} left.`}
          rows={licences}
          columns={columnsOf(frame.library.websiteId)}
        />
      </div>
    </Layout>
  );
}

const columnsOf = (websiteId: number): Column<LicenceRecord>[] => [
  {
    heading: 'Title',
    isName: true,
    cell: (licence) => <Title of={licence} href={queueAddress(websiteId, licence.reserveId)} />,
  },
  { heading: 'Licence', cell: ({ name, licenceId }) => name ?? licenceId },
  { heading: 'Collection', cell: ({ collectionId }) => collectionId },
  {
    heading: 'Ends',
    cell: ({ endsOn, ...licence }) =>
      endsOn === undefined ? (
        'no end'
      ) : (
        <>
          <Moment at={new Date(endsOn)} />
          <Follower of={licence} />
        </>
      ),
  },
  { heading: 'Loans left', isNumber: true, cell: ({ loansLeft }) => loansLeft ?? 'no limit' },
  { heading: 'On loan', isNumber: true, cell: ({ onLoan }) => onLoan },
  { heading: 'Lent so far', isNumber: true, cell: ({ lent }) => lent },
  { heading: 'Loans a week', isNumber: true, cell: ({ loansPerWeek }) => loansPerWeek ?? '—' },
  { heading: 'Holds', isNumber: true, cell: ({ numberOfHolds }) => numberOfHolds },
  { heading: 'Copies in all', isNumber: true, cell: ({ copiesOwned }) => copiesOwned },
  { heading: 'Wait of a new hold', cell: waitsText },
  { heading: 'Price per loan', isNumber: true, cell: pricePerLoan },
];

/** Whether it was bought instead of this one, or beside it, nobody has told. */
function Follower({
  of: { followedBy, followedUntil },
}: {
  readonly of: Pick<LicenceRecord, 'followedBy' | 'followedUntil'>;
}): VNode | undefined {
  if (followedBy === undefined) return undefined;
  if (followedUntil === undefined) return <>; another licence has no end</>;
  return (
    <>
      ; another licence until <Moment at={new Date(followedUntil)} />
    </>
  );
}

/** Such as "27 to 41 days, renewed 20 days". */
function waitsText({ newHoldWait, renewedDays, numberOfHolds }: LicenceRecord): string {
  if (newHoldWait === undefined) return numberOfHolds === 0 ? '—' : waitText(undefined);
  if (newHoldWait === null) return `no copy comes${renewedText(renewedDays, undefined)}`;
  const { likelyDays: days, latestDays, basis } = newHoldWait;
  const renewed = renewedDays === days ? undefined : renewedDays;
  return `${waitText({ days, latestDays, basis })}${renewedText(renewed, basis)}`;
}

function renewedText(days: number | undefined, basis: WaitBasis | undefined): string {
  if (days === undefined) return '';
  return `, renewed ${basis === 'worst-case' ? 'up to ' : ''}${daysText(days)}`;
}

function pricePerLoan({ price, currency, lent }: LicenceRecord): string {
  if (price === undefined || lent === 0) return '—';
  return moneyText(price / lent, currency);
}

const csvColumns = (timeZone: string): CsvColumns<EndingLicence> => [
  ['Title', ({ title }) => title],
  ['Format', formatOf],
  ['Creators', creatorsOf],
  ['Identifiers', ({ identifiers }) => identifiers.join(' ')],
  ['Licence', ({ licenceId }) => licenceId],
  ['Name', ({ name }) => name ?? ''],
  ['Model', ({ model }) => model ?? ''],
  ['Collection', ({ collectionId }) => collectionId],
  ['Ends', ({ endsAt }) => (endsAt === null ? '' : momentText(endsAt, timeZone))],
  ['Ends (UTC)', ({ endsAt }) => endsAt?.toISOString() ?? ''],
  ['Followed by', ({ followedBy }) => followedBy ?? ''],
  ['Loans left', ({ loansLeft }) => loansLeft ?? ''],
  ['On loan', ({ onLoan }) => onLoan],
  ['Lent so far', ({ lent }) => lent],
  ['Loans a week', ({ loansPerWeek }) => loansPerWeek ?? ''],
  ['Holds', ({ numberOfHolds }) => numberOfHolds],
  ['Copies in all', ({ copiesOwned }) => copiesOwned],
  ['Likely wait (days)', ({ newHoldWait }) => (typeof newHoldWait === 'object' ? newHoldWait.days : '')],
  ['Likely wait if renewed (days)', ({ renewedDays }) => renewedDays ?? ''],
  ['Price', ({ price }) => price ?? ''],
  ['Currency', ({ currency }) => currency ?? ''],
  ['Title ID', ({ reserveId }) => reserveId],
];

/** @param timeZone of the library, as on the page */
export const csvOfLicences = (licences: readonly EndingLicence[], timeZone: string): string =>
  csvOfRows(csvColumns(timeZone), licences);
