import type { VNode } from 'preact';
import {
  type BuyingGoal,
  ENDING_DAYS,
  MAX_HOLDS_PER_COPY,
  MAX_TARGET_WAIT_DAYS,
} from '../../domain/titles/purchases.js';
import { oneMoreCopyOf } from '../queues/queue-figures.js';
import { pageAddress, queueAddress, withQuery } from '../addresses/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Control } from '../console/components/control.js';
import { Form } from '../console/components/form.js';
import { counted } from '../console/components/moment.js';
import { Pager, pagesOf } from '../console/components/pager.js';
import { type Column, Table } from '../console/components/table.js';
import { creatorsOf, formatOf, Title } from '../console/components/title.js';
import { daysInFile, goalText } from '../console/components/wait.js';
import { waitAndOneMoreText } from '../queues/one-more-copy.js';
import { type CsvColumns, csvOfRows } from '../console/csv.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import type { Page } from '../requests/paging.requests.js';
import { ToBuyQuery } from './to-buy.requests.js';
import { MAX_QUEUES, type ShoppingList, type ToBuy } from './to-buy.service.js';

/** The copies to buy of one title, in one collection or in several. */
interface Order {
  readonly title: ToBuy['title'];
  readonly lines: readonly ToBuy[];
}

interface ToBuyPageProps {
  readonly frame: LibraryFrame;
  readonly list: ShoppingList;
  readonly page: Page;
}

/** The titles with more waiting holds per copy, or a longer wait, than the library wants, and how many copies would be enough. */
export function ToBuyPage({ frame, list, page: { limit, offset } }: ToBuyPageProps): VNode {
  const { holdsPerCopy, targetWaitDays } = list.goal;
  const targets = { targetRatio: holdsPerCopy, targetWaitDays: targetWaitDays ?? undefined };
  const address = pageAddress(frame.library.websiteId, 'to-buy');
  const orders = [...Map.groupBy(list.lines, ({ title }) => title)].map(([title, lines]) => ({
    title,
    lines,
  }));
  // The list may have become shorter since the page before was shown.
  const start = Math.min(offset, Math.max(0, orders.length - 1));
  const end = start + limit;
  const isAnyEnding = list.lines.some(({ title }) => title.copiesEnding > 0);
  return (
    <Layout frame={frame} section="to-buy" title="Titles to buy">
      <Form isLine method="get" action={address} button="Show">
        <Control of={ToBuyQuery} name="targetRatio" value={holdsPerCopy} min={1} max={MAX_HOLDS_PER_COPY} />
        <Control
          of={ToBuyQuery}
          name="targetWaitDays"
          value={targetWaitDays ?? undefined}
          min={1}
          max={MAX_TARGET_WAIT_DAYS}
        />
      </Form>
      <Facts
        facts={[
          ['Titles', list.titles.length.toLocaleString('en')],
          ['Copies, estimated', list.copies.toLocaleString('en')],
        ]}
      />
      <p>
        <a href={withQuery(`${address}.csv`, targets)}>Save the list as a CSV file</a>, with identifiers for
        an order.
      </p>
      {list.isPartial && <p>Only the {counted(MAX_QUEUES, 'longest queue')} are in the list.</p>}
      <div class="compact">
        <Table
          caption={`Copies to buy by title, for at most ${goalText(list.goal)}`}
          empty={`No title has more than ${goalText(list.goal, 'or')}.`}
          rows={orders.slice(start, end)}
          columns={columnsOf(frame.library.websiteId, list.goal, isAnyEnding)}
        />
      </div>
      <Pager
        {...pagesOf(address, targets, { limit, offset: start }, limit)}
        {...(orders.length <= end && { next: undefined })}
      />
    </Layout>
  );
}

/** They wait in no queue. */
const WATCHERS_HEADING = 'Watching';
const ENDING_HEADING = `Copies that end within ${ENDING_DAYS} days`;

const ENDING_COLUMN: Column<Order> = {
  heading: ENDING_HEADING,
  isNumber: true,
  cell: ({ title: { copiesEnding, copiesOwned } }) => `${copiesEnding} of ${copiesOwned}`,
};

function columnsOf(websiteId: number, { targetWaitDays }: BuyingGoal, isAnyEnding: boolean): Column<Order>[] {
  return [
    {
      heading: 'Title',
      isName: true,
      cell: ({ title }) => <Title of={title} href={queueAddress(websiteId, title.reserveId)} />,
    },
    {
      heading: 'Copies to buy',
      cell: ({ lines }) =>
        lines
          .map(({ copies, collectionName }) => `${copies.toLocaleString('en')} in ${collectionName}`)
          .join(', '),
    },
    { heading: 'Waiting holds', isNumber: true, cell: ({ title }) => title.activeHolds },
    {
      heading: 'Waiting per copy',
      isNumber: true,
      cell: ({ title }) => title.activeHoldRatio ?? 'no copy',
    },
    { heading: WATCHERS_HEADING, isNumber: true, cell: ({ title }) => title.watchers },
    ...(isAnyEnding ? [ENDING_COLUMN] : []),
    {
      heading: 'Wait of a new hold',
      cell: ({ title }) => waitAndOneMoreText(title),
    },
    ...(targetWaitDays === null ? [] : [{ heading: 'Because of', cell: reasonsText }]),
    { heading: 'Identifiers', cell: ({ title }) => title.identifiers.join(', ') || '—' },
  ];
}

function reasonsText({ lines }: Order): string {
  return lines.map(reasonText).join('; ');
}

/** The goal that requires these copies, or those that require some. */
function reasonText({ forHoldsPerCopy, forTargetWait }: ToBuy): string {
  if (forTargetWait === 0) return 'the holds';
  if (forHoldsPerCopy === 0) return 'the wait';
  return `the holds (${forHoldsPerCopy}), the wait (${forTargetWait})`;
}

const CSV_COLUMNS: CsvColumns<ToBuy> = [
  ['Title', ({ title }) => title.title],
  ['Format', ({ title }) => formatOf(title)],
  ['Creators', ({ title }) => creatorsOf(title)],
  ['Publisher', ({ title }) => title.publisher ?? ''],
  ['Identifiers', ({ title }) => title.identifiers.join(' ')],
  ['Collection', ({ collectionName }) => collectionName],
  ['Copies to buy', ({ copies }) => copies],
  ['Copies for the holds per copy', ({ forHoldsPerCopy }) => forHoldsPerCopy],
  ['Copies for the wait', ({ forTargetWait }) => forTargetWait],
  ['Waiting holds', ({ title }) => title.activeHolds],
  ['Waiting holds per copy', ({ title }) => title.activeHoldRatio ?? ''],
  [WATCHERS_HEADING, ({ title }) => title.watchers],
  [ENDING_HEADING, ({ title }) => title.copiesEnding],
  ['Likely wait (days)', ({ title }) => waitInFile(title, 'now')],
  ['Likely wait with one more copy (days)', ({ title }) => waitInFile(title, 'then')],
  ['Title number', ({ title }) => title.crossRefId],
  ['Title ID', ({ title }) => title.reserveId],
];

function waitInFile(title: ToBuy['title'], when: 'now' | 'then'): number | '' {
  const days = oneMoreCopyOf(title);
  return days === undefined ? '' : daysInFile(days[when]);
}

/** The list as a file. */
export function csvOf({ lines }: Pick<ShoppingList, 'lines'>): string {
  return csvOfRows(CSV_COLUMNS, lines);
}
