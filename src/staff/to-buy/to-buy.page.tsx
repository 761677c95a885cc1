import type { VNode } from 'preact';
import { type BuyingGoal, MAX_HOLDS_PER_COPY, MAX_TARGET_WAIT_DAYS } from '../../domain/titles/purchases.js';
import { daysWithOneMore, type MoreCopiesFigures } from '../queues/queue-figures.js';
import { pageAddress, queueAddress, withQuery } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Field } from '../console/components/field.js';
import { counted } from '../console/components/moment.js';
import { type Column, Table } from '../console/components/table.js';
import { Title } from '../console/components/title.js';
import { goalText } from '../console/components/wait.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { MAX_QUEUES, type ShoppingList, type ToBuy } from './to-buy.service.js';

/** A page that is longer is no longer read; the file has all. */
const LINES_SHOWN = 200;

interface ToBuyPageProps {
  readonly frame: LibraryFrame;
  readonly list: ShoppingList;
}

/** The titles with more active holds per copy, or a longer wait, than the library wants, and how many copies would be enough. */
export function ToBuyPage({ frame, list }: ToBuyPageProps): VNode {
  const { holdsPerCopy, targetWaitDays } = list.goal;
  const targets = { targetRatio: holdsPerCopy, targetWaitDays: targetWaitDays ?? undefined };
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
          max={MAX_HOLDS_PER_COPY}
        />
        <Field
          label="Days of likely wait, at most"
          name="targetWaitDays"
          type="number"
          value={targetWaitDays ?? undefined}
          min={1}
          max={MAX_TARGET_WAIT_DAYS}
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
        <a href={withQuery(`${address}.csv`, targets)}>Save the list as a CSV file</a>, with identifiers for
        an order.
      </p>
      {list.isPartial && <p>Only the {counted(MAX_QUEUES, 'longest queue')} are in the list.</p>}
      {list.lines.length > LINES_SHOWN && <p>The first {LINES_SHOWN} lines are shown. The file has all.</p>}
      <Table
        caption={`Copies to buy by title and collection, for at most ${goalText(list.goal)}`}
        empty={`No title has more than ${goalText(list.goal, 'or')}.`}
        rows={list.lines.slice(0, LINES_SHOWN)}
        columns={columnsOf(frame.library.websiteId, list.goal)}
      />
    </Layout>
  );
}

function columnsOf(websiteId: number, { targetWaitDays }: BuyingGoal): Column<ToBuy>[] {
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
    { heading: 'Likely wait', cell: ({ figures }) => likelyText(figures.moreCopies) },
    { heading: 'Copies to buy', isNumber: true, cell: ({ copies }) => copies },
    ...(targetWaitDays === null ? [] : [{ heading: 'Because of', cell: reasonText }]),
  ];
}

function likelyText(figures: MoreCopiesFigures | undefined): string {
  if (figures === undefined) return 'not known yet';
  const { now, then } = daysWithOneMore(figures);
  return `${counted(now, 'day')}, with one more copy ${then.toLocaleString('en')}`;
}

/** Which goal asks for so many copies, or which of them ask for some. */
function reasonText({ forHoldsPerCopy, forTargetWait }: ToBuy): string {
  if (forTargetWait === 0) return 'the holds';
  if (forHoldsPerCopy === 0) return 'the wait';
  return `the holds (${forHoldsPerCopy}), the wait (${forTargetWait})`;
}
