import type { VNode } from 'preact';
import { FORMAT_CLASSES } from '../../domain/lending-period.js';
import { pageAddress, queueAddress, withQuery } from '../addresses/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Control } from '../console/components/control.js';
import { Choice, Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { counted } from '../console/components/moment.js';
import { Pager, type PagerProps } from '../console/components/pager.js';
import { type Column, type Sort, Table } from '../console/components/table.js';
import { creatorsOf, formatOf, Title } from '../console/components/title.js';
import { latestDaysOf, likelyDaysOf, waitText } from '../console/components/wait.js';
import { type CsvColumns, csvOfRows } from '../console/csv.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { type CollectionName, isFiltered, type QueueSort, type QueueTotals } from './queue-list.store.js';
import { QueuesQuery } from './queues.requests.js';
import {
  MAX_QUEUES_IN_FILE,
  type QueueList,
  type QueueWithFigures,
  type WantedList,
} from './queues.service.js';

interface QueueListPageProps {
  readonly frame: LibraryFrame;
  readonly list: QueueList;
  /** Of the queues on all pages. */
  readonly totals: QueueTotals;
  readonly wanted: WantedList;
  /** Of the library. */
  readonly collections: readonly CollectionName[];
}

/** All queues of the library, the longest first unless the staff sort them in another way. */
export function QueueListPage(props: QueueListPageProps): VNode {
  const { frame, list, totals, wanted } = props;
  const { websiteId } = frame.library;
  const address = pageAddress(websiteId, 'queues');
  const parameters = { ...wanted.filters, targetRatio: wanted.goal.holdsPerCopy };
  const here = { ...parameters, sort: wanted.sort };
  return (
    <Layout frame={frame} section="queues" title="Queues">
      <Filters {...props} address={address} />
      <Facts
        facts={[
          ['Titles', totals.queues.toLocaleString('en')],
          ['Holds', totals.holds.toLocaleString('en')],
        ]}
      />
      {totals.queues > 0 && (
        <p>
          <a href={withQuery(`${address}.csv`, here)}>Save these queues as a CSV file</a>
          {totals.queues > MAX_QUEUES_IN_FILE && `, the first ${counted(MAX_QUEUES_IN_FILE, 'queue')}`}.
        </p>
      )}
      <div class="compact">
        <Table
          caption="Holds count as waiting: neither suspended nor ready. Select a heading to sort by it."
          empty={
            isFiltered(wanted.filters) ? 'No queue has a title like this.' : 'This library has no holds.'
          }
          rows={list.queues}
          columns={columnsOf(websiteId, wanted.sort, (sort) => withQuery(address, { ...parameters, sort }))}
        />
      </div>
      <Pager {...pagesAround(list, wanted, (cursors) => withQuery(address, { ...here, ...cursors }))} />
    </Layout>
  );
}

/** All that is typed or chosen must be true of a title. */
function Filters({ wanted, collections, address }: QueueListPageProps & { readonly address: string }): VNode {
  const { filters, goal, sort } = wanted;
  return (
    <Form isLine method="get" action={address} button="Show">
      <Field label="Title contains" name="title" type="search" value={filters.title} />
      <Field label="Author" name="creator" type="search" value={filters.creator} />
      <Field label="ISBN or number" name="identifier" type="search" value={filters.identifier} />
      <Choice
        label="Format"
        name="formatClass"
        options={[
          ALL,
          ...FORMAT_CLASSES.map((formatClass) => [formatClass, formatOf({ formatClass })] as const),
        ]}
        value={filters.formatClass}
      />
      <Choice
        label="Collection"
        name="collectionId"
        options={[ALL, ...collections.map(({ collectionId, name }) => [collectionId, name] as const)]}
        value={filters.collectionId}
      />
      <Control of={QueuesQuery} name="targetRatio" value={goal.holdsPerCopy} />
      <input type="hidden" name="sort" value={sort} />
    </Form>
  );
}

const ALL = ['', 'All'] as const;

function pagesAround(
  { previous, next }: QueueList,
  { after, before }: WantedList,
  hrefOf: (cursors: { readonly after?: string; readonly before?: string }) => string,
): PagerProps {
  return {
    first: after === undefined && before === undefined ? undefined : hrefOf({}),
    previous: previous && hrefOf({ before: previous }),
    next: next && hrefOf({ after: next }),
  };
}

function columnsOf(
  websiteId: number,
  sorted: QueueSort,
  hrefOf: (sort: QueueSort) => string,
): Column<QueueWithFigures>[] {
  const sortBy = (sort: QueueSort, now: Sort['now']): Sort => ({
    href: hrefOf(sort),
    now: sort === sorted ? now : undefined,
  });
  return [
    {
      heading: 'Title',
      isName: true,
      sort: sortBy('title', 'ascending'),
      cell: (queue) => <Title of={queue} href={queueAddress(websiteId, queue.reserveId)} />,
    },
    {
      heading: 'Holds',
      isNumber: true,
      sort: sortBy('holds', 'descending'),
      cell: ({ liveHolds }) => liveHolds,
    },
    { heading: 'Waiting', isNumber: true, cell: ({ activeHolds }) => activeHolds },
    { heading: 'Suspended', isNumber: true, cell: ({ suspended }) => suspended },
    { heading: 'Ready', isNumber: true, cell: ({ ready }) => ready },
    {
      heading: 'Waiting per copy',
      isNumber: true,
      sort: sortBy('ratio', 'descending'),
      cell: ({ activeHoldRatio }) => activeHoldRatio ?? 'no copy',
    },
    {
      heading: 'Wait of a new hold',
      isNumber: true,
      sort: sortBy('wait', 'descending'),
      cell: ({ newHoldWait }) => waitText(newHoldWait),
    },
    { heading: 'Free copies', isNumber: true, cell: ({ copiesIdle }) => copiesIdle },
    {
      heading: 'Copies needed',
      cell: ({ categories }) =>
        categories
          .filter(({ copiesNeeded }) => copiesNeeded > 0)
          .map(({ category, copiesNeeded }) => `${copiesNeeded} for ${category}`)
          .join(', ') || 'none',
    },
  ];
}

const CSV_COLUMNS: CsvColumns<QueueWithFigures> = [
  ['Title', ({ title }) => title],
  ['Format', formatOf],
  ['Creators', creatorsOf],
  ['Holds', ({ liveHolds }) => liveHolds],
  ['Waiting holds', ({ activeHolds }) => activeHolds],
  ['Suspended holds', ({ suspended }) => suspended],
  ['Ready holds', ({ ready }) => ready],
  ['Waiting holds per copy', ({ activeHoldRatio }) => activeHoldRatio ?? ''],
  ['Free copies', ({ copiesIdle }) => copiesIdle],
  ['Copies to buy', ({ copiesToBuy }) => copiesToBuy.reduce((sum, { copies }) => sum + copies, 0)],
  ['Likely wait (days)', ({ newHoldWait }) => likelyDaysOf(newHoldWait)],
  ['Wait at most (days)', ({ newHoldWait }) => latestDaysOf(newHoldWait)],
  ['Title ID', ({ reserveId }) => reserveId],
];

/** The queues as a file. */
export function csvOfQueues(queues: readonly QueueWithFigures[]): string {
  return csvOfRows(CSV_COLUMNS, queues);
}
