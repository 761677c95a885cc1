import type { VNode } from 'preact';
import type { BuyingGoal } from '../../domain/titles/purchases.js';
import { queueAddress, withQuery } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Field } from '../console/components/field.js';
import { counted, Moment } from '../console/components/moment.js';
import { Pager } from '../console/components/pager.js';
import { type Column, Table } from '../console/components/table.js';
import { detailsOf } from '../console/components/title.js';
import { goalText, oneMoreCopyText, waitText } from '../console/components/wait.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import type { CollectionStock } from './queue-holds.store.js';
import type { QueuedPatron, QueueView } from './queue-pages.service.js';

interface QueuePageProps {
  readonly frame: LibraryFrame;
  readonly view: QueueView;
  readonly goal: BuyingGoal;
  /** Why the holds were not moved. */
  readonly moveProblem?: string | undefined;
}

/** One title's queue: its figures, its copies, and the patrons who wait, without names. */
export function QueuePage({ frame, view, goal, moveProblem }: QueuePageProps): VNode {
  const { queue, figures, patrons, firstTicket, lastTicket } = view;
  const { websiteId } = frame.library;
  const part = (tickets: { after?: number; before?: number }): string =>
    withQuery(queueAddress(websiteId, queue.reserveId), { targetRatio: goal.holdsPerCopy, ...tickets });
  return (
    <Layout frame={frame} section="queues" title={queue.title}>
      <p>{detailsOf(queue)}</p>
      <Facts
        facts={[
          ['Holds', queue.liveHolds],
          ['Active', figures.activeHolds],
          ['Active per copy', figures.activeHoldRatio ?? 'no copy'],
          ['Copies idle', figures.copiesIdle],
          ['Wait of a new hold', waitText(figures.newHoldWait)],
        ]}
      />
      <h2>Copies</h2>
      <Advice view={view} goal={goal} />
      <ul class="cards" aria-label="Collections">
        {view.stock.map((stock) => (
          <li key={stock.collectionId} class="card">
            <CopiesOf frame={frame} reserveId={queue.reserveId} stock={stock} />
          </li>
        ))}
      </ul>
      <h2>Who may use them</h2>
      <Table caption="Holds by category of patrons" rows={figures.categories} columns={CATEGORY_COLUMNS} />
      <h2>In line</h2>
      <Table caption="In the order of placement" empty="No holds." rows={patrons} columns={PATRON_COLUMNS} />
      {frame.mayUse('move') && queue.liveHolds > 0 && (
        <form class="line" method="post" action={`${queueAddress(websiteId, queue.reserveId)}/move`}>
          <Field
            label="Move the holds to the title with the number"
            name="to"
            hint="Its crossRefId. All stand there in the order of their dates; ready holds stay here."
            problem={moveProblem}
            required
          />
          <button type="submit">Move the holds</button>
        </form>
      )}
      <Pager
        first={firstTicket === undefined ? undefined : part({})}
        previous={firstTicket === undefined ? undefined : part({ before: firstTicket })}
        next={lastTicket === undefined ? undefined : part({ after: lastTicket })}
      />
    </Layout>
  );
}

function Advice({ view, goal }: { readonly view: QueueView; readonly goal: BuyingGoal }): VNode {
  const { figures, stock } = view;
  const nameOf = (id: string): string => stock.find(({ collectionId }) => collectionId === id)?.name ?? id;
  const wanted = figures.copiesToBuy.map(
    ({ collectionId, copies }) => `${counted(copies, 'more copy', 'more copies')} in ${nameOf(collectionId)}`,
  );
  return (
    <>
      {wanted.length === 0 ? (
        <p>There are enough copies for the goal: {goalText(goal)}.</p>
      ) : (
        <p class="notice warning">
          For at most {goalText(goal)}, buy {wanted.join(' and ')}.
        </p>
      )}
      {figures.moreCopies && (
        <p>
          One more copy in {nameOf(figures.moreCopies.collectionId)}: {oneMoreCopyText(figures.moreCopies)}.
        </p>
      )}
    </>
  );
}

interface CopiesOfProps {
  readonly frame: LibraryFrame;
  readonly reserveId: string;
  readonly stock: CollectionStock;
}

function CopiesOf({ frame: { library, mayUse }, reserveId, stock }: CopiesOfProps): VNode {
  const { collectionId, name, owned, onLoan, setAside, categories } = stock;
  return (
    <>
      <h3>{name}</h3>
      <p>
        {counted(owned, 'copy', 'copies')} owned, {onLoan} on loan, {setAside} set aside.
      </p>
      <p class="soft">
        {categories.length === 0 ? 'No patron may use it.' : `For ${categories.join(', ')}.`}
      </p>
      {mayUse('buy') && (
        <form class="line" method="post" action={`${queueAddress(library.websiteId, reserveId)}/copies`}>
          <input type="hidden" name="collectionId" value={collectionId} />
          <input type="hidden" name="ownedBefore" value={owned} />
          <Field
            label="Copies owned"
            labelEnd={` in ${name}`}
            name="owned"
            id={`owned-${collectionId}`}
            type="number"
            value={owned}
            min={0}
            max={1_000_000}
            required
          />
          <button type="submit">
            Save<span class="visually-hidden"> the copies of {name}</span>
          </button>
        </form>
      )}
    </>
  );
}

const CATEGORY_COLUMNS: readonly Column<QueueView['figures']['categories'][number]>[] = [
  { heading: 'Category', isName: true, cell: ({ category }) => category },
  { heading: 'Active', isNumber: true, cell: ({ activeHolds }) => activeHolds },
  { heading: 'Suspended', isNumber: true, cell: ({ suspended }) => suspended },
  { heading: 'Ready', isNumber: true, cell: ({ ready }) => ready },
  { heading: 'Copies they may use', isNumber: true, cell: ({ copiesUsable }) => copiesUsable },
  { heading: 'Active per copy', isNumber: true, cell: ({ activeHoldRatio }) => activeHoldRatio ?? 'no copy' },
  { heading: 'Copies needed', isNumber: true, cell: ({ copiesNeeded }) => copiesNeeded },
];

const PATRON_COLUMNS: readonly Column<QueuedPatron>[] = [
  { heading: 'Place', isName: true, cell: ({ place }) => place },
  { heading: 'Category', cell: ({ category }) => category },
  { heading: 'Since', cell: ({ hold }) => <Moment at={hold.placedAt} /> },
  { heading: 'Condition', cell: conditionText },
  { heading: 'Notice', cell: noticeText },
];

function conditionText({ condition, hold }: QueuedPatron): VNode | string {
  if (hold.pickup)
    return (
      <>
        Ready until <Moment at={hold.pickup.expiresAt} />
      </>
    );
  if (condition === 'waiting') return 'Waiting';
  return hold.suspension?.type === 'limited' ? (
    <>
      Suspended until <Moment at={hold.suspension.until} />
    </>
  ) : (
    'Suspended'
  );
}

function noticeText({ notice, smtpCode }: QueuedPatron): string {
  return notice === 'refused' ? `refused by the mail server (${smtpCode ?? 'no code'})` : (notice ?? '—');
}
