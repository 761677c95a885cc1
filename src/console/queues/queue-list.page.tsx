import type { VNode } from 'preact';
import { pageAddress, queueAddress, withQuery } from '../addresses.js';
import { Field } from '../components/field.js';
import { Pager } from '../components/pager.js';
import { type Column, type Sort, Table } from '../components/table.js';
import type { LibraryFrame } from '../frame.js';
import { Layout } from '../layout.js';
import type { QueueSort, WantedQueues } from './queue-list.store.js';
import { cursorOf } from './queue-pages.requests.js';
import type { QueueList } from './queue-pages.service.js';

interface QueueListPageProps {
  readonly frame: LibraryFrame;
  readonly list: QueueList;
  readonly wanted: WantedQueues & { readonly sort: QueueSort; readonly holdsPerCopy: number };
}

type Row = QueueList['queues'][number];

/** All queues of the library, the longest first unless the staff sort them in another way. */
export function QueueListPage({ frame, list, wanted }: QueueListPageProps): VNode {
  const { title, holdsPerCopy, after } = wanted;
  const { websiteId } = frame.library;
  const address = pageAddress(websiteId, 'queues');
  const parameters = { title, targetRatio: holdsPerCopy };
  const here = { ...parameters, sort: wanted.sort };
  const last = list.queues.at(-1);
  return (
    <Layout frame={frame} section="queues" title="Queues">
      <form class="line" method="get" action={address}>
        <Field label="Title contains" name="title" type="search" value={title} />
        <Field
          label="Holds per copy, at most"
          name="targetRatio"
          type="number"
          value={holdsPerCopy}
          min={1}
          max={1000}
        />
        <input type="hidden" name="sort" value={wanted.sort} />
        <button type="submit">Show</button>
      </form>
      <Table
        caption="Holds count as active while they wait: neither suspended nor ready. Select a heading to sort by it."
        empty={title === undefined ? 'Nobody has a hold in this library.' : 'No queue has a title like this.'}
        rows={list.queues}
        columns={columnsOf(websiteId, wanted.sort, (sort) => withQuery(address, { ...parameters, sort }))}
      />
      <Pager
        first={after === undefined ? undefined : withQuery(address, here)}
        next={
          list.hasMore && last !== undefined
            ? withQuery(address, { ...here, after: cursorOf(last) })
            : undefined
        }
      />
    </Layout>
  );
}

function columnsOf(websiteId: number, sorted: QueueSort, hrefOf: (sort: QueueSort) => string): Column<Row>[] {
  const sortBy = (sort: QueueSort, now: Sort['now']): Sort => ({
    href: hrefOf(sort),
    now: sort === sorted ? now : undefined,
  });
  return [
    {
      heading: 'Title',
      isName: true,
      sort: sortBy('title', 'ascending'),
      cell: ({ reserveId, title }) => <a href={queueAddress(websiteId, reserveId)}>{title}</a>,
    },
    {
      heading: 'Holds',
      isNumber: true,
      sort: sortBy('holds', 'descending'),
      cell: ({ liveHolds }) => liveHolds,
    },
    { heading: 'Active', isNumber: true, cell: ({ activeHolds }) => activeHolds },
    { heading: 'Suspended', isNumber: true, cell: (row) => sumOf(row, 'suspended') },
    { heading: 'Ready', isNumber: true, cell: (row) => sumOf(row, 'ready') },
    {
      heading: 'Active per copy',
      isNumber: true,
      sort: sortBy('ratio', 'descending'),
      cell: ({ activeHoldRatio }) => activeHoldRatio ?? 'no copy',
    },
    { heading: 'Copies idle', isNumber: true, cell: ({ copiesIdle }) => copiesIdle },
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

function sumOf({ categories }: Row, member: 'suspended' | 'ready'): number {
  return categories.reduce((sum, category) => sum + category[member], 0);
}
