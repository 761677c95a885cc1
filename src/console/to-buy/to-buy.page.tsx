import type { VNode } from 'preact';
import { pageAddress, queueAddress, withQuery } from '../addresses.js';
import { Facts } from '../components/facts.js';
import { Field } from '../components/field.js';
import { counted } from '../components/moment.js';
import { type Column, Table } from '../components/table.js';
import { Title } from '../components/title.js';
import type { LibraryFrame } from '../frame.js';
import { Layout } from '../layout.js';
import { MAX_QUEUES, type ShoppingList, type ToBuy } from './to-buy.service.js';

/** A page that is longer is no longer read; the file has all. */
const LINES_SHOWN = 200;

interface ToBuyPageProps {
  readonly frame: LibraryFrame;
  readonly list: ShoppingList;
}

/** The titles with more active holds per copy than the library wants, and how many copies would be enough. */
export function ToBuyPage({ frame, list }: ToBuyPageProps): VNode {
  const { holdsPerCopy } = list;
  const address = pageAddress(frame.library.websiteId, 'to-buy');
  return (
    <Layout frame={frame} section="to-buy" title="Titles to buy">
      <form class="line" method="get" action={address}>
        <Field
          label="Holds per copy, at most"
          name="targetRatio"
          type="number"
          value={holdsPerCopy}
          min={1}
          max={1000}
        />
        <button type="submit">Show</button>
      </form>
      <Facts
        facts={[
          ['Titles', list.titles],
          ['Copies, estimated', list.copies],
        ]}
      />
      <p>
        <a href={withQuery(`${address}.csv`, { targetRatio: holdsPerCopy })}>Save the list as a CSV file</a>,
        with identifiers for an order.
      </p>
      {list.isPartial && <p>Only the {counted(MAX_QUEUES, 'longest queue')} are in the list.</p>}
      {list.lines.length > LINES_SHOWN && <p>The first {LINES_SHOWN} lines are shown. The file has all.</p>}
      <Table
        caption={`Copies to buy by title and collection, so that at most ${counted(holdsPerCopy, 'active hold waits', 'active holds wait')} for each copy`}
        empty={`No title has more than ${counted(holdsPerCopy, 'active hold')} per copy.`}
        rows={list.lines.slice(0, LINES_SHOWN)}
        columns={columnsOf(frame.library.websiteId)}
      />
    </Layout>
  );
}

function columnsOf(websiteId: number): Column<ToBuy>[] {
  return [
    {
      heading: 'Title',
      isName: true,
      cell: ({ title }) => <Title of={title} href={queueAddress(websiteId, title.reserveId)} />,
    },
    { heading: 'Identifiers', cell: ({ title }) => title.identifiers.join(', ') || '—' },
    { heading: 'Collection', cell: ({ collectionName }) => collectionName },
    { heading: 'Active holds', isNumber: true, cell: ({ figures }) => figures.activeHolds },
    {
      heading: 'Active per copy',
      isNumber: true,
      cell: ({ figures }) => figures.activeHoldRatio ?? 'no copy',
    },
    { heading: 'Copies to buy', isNumber: true, cell: ({ copies }) => copies },
  ];
}
