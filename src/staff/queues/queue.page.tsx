import type { VNode } from 'preact';
import { MAX_PICKUP_HOURS } from '../../domain/waits/policies/trial-limits.js';
import { MOVE_REASONS } from '../../domain/holds/hold-trace.js';
import { closureOf } from '../../domain/holds/suspension.js';
import { MOVE_REASON_WORDS } from '../actions/action-log.js';
import { libraryAddress, queueAddress, withQuery } from '../addresses/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Choice, Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { closureText, counted, Moment } from '../console/components/moment.js';
import { Pager } from '../console/components/pager.js';
import { PostButton } from '../console/components/post-button.js';
import { type Column, Table } from '../console/components/table.js';
import { detailsOf } from '../console/components/title.js';
import { goalText, waitText } from '../console/components/wait.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { oneMoreCopyText } from './one-more-copy.js';
import type { CategoryFigures } from './queue-figures.js';
import type { CollectionStock, PickupNotice } from './queue-holds.store.js';
import type { QueuedPatron, QueueView } from './queues.representation.js';

interface QueuePageProps {
  readonly frame: LibraryFrame;
  readonly view: QueueView;
}

/** One title's queue: its figures, its copies, and the patrons who wait, without names. */
export function QueuePage({ frame, view }: QueuePageProps): VNode {
  const { queue, goal, patrons, firstTicket, lastTicket } = view;
  const { websiteId } = frame.library;
  const address = queueAddress(websiteId, queue.reserveId);
  const part = (tickets: { after?: number; before?: number }): string =>
    withQuery(address, { targetRatio: goal.holdsPerCopy, ...tickets });
  const mayPutBack = frame.mayUse('putBack') && patrons.some(({ row }) => row.isMoved);
  const columns = mayPutBack ? [...PATRON_COLUMNS, putBackColumn(address)] : PATRON_COLUMNS;
  return (
    <Layout frame={frame} section="queues" title={queue.title}>
      <p>{detailsOf(queue)}</p>
      <Facts
        facts={[
          ['Holds', queue.liveHolds],
          ['Waiting', queue.activeHolds],
          ['Waiting per copy', queue.activeHoldRatio ?? 'no copy'],
          ['Free copies', queue.copiesIdle],
          ['Wait of a new hold', waitText(queue.newHoldWait)],
        ]}
      />
      <h2>Copies</h2>
      <Advice {...view} />
      <ul class="cards" aria-label="Collections">
        {view.stock.map((stock) => (
          <li key={stock.collectionId} class="card">
            <CopiesOf {...stock} address={frame.mayUse('setCopies') ? `${address}/copies` : undefined} />
          </li>
        ))}
      </ul>
      <PickupHours
        hours={queue.pickupHours}
        action={frame.mayUse('setPickupHours') ? `${address}/pickup` : undefined}
      />
      <h2>Who may use them</h2>
      <Table caption="Holds by category of patrons" rows={queue.categories} columns={CATEGORY_COLUMNS} />
      <h2>In line</h2>
      <Table caption="In the order of their places" empty="No holds." rows={patrons} columns={columns} />
      {frame.mayUse('moveInLine') && <MoveInLine address={address} patrons={patrons} />}
      {frame.mayUse('move') && queue.liveHolds > 0 && (
        <Form
          isLine
          action={`${libraryAddress(websiteId)}/titles/${queue.reserveId}/holds/move`}
          button="Move the holds"
        >
          <Field
            label="Move the holds to the title with the ID"
            name="to"
            hint="The end of the address of its queue’s page. All stand there in the order of their dates; ready holds stay here."
            required
          />
        </Form>
      )}
      <Pager
        first={firstTicket === undefined ? undefined : part({})}
        previous={firstTicket === undefined ? undefined : part({ before: firstTicket })}
        next={lastTicket === undefined ? undefined : part({ after: lastTicket })}
      />
    </Layout>
  );
}

function Advice({ queue, goal, stock }: QueueView): VNode {
  const nameOf = (id: string): string => stock.find(({ collectionId }) => collectionId === id)?.name ?? id;
  const wanted = queue.copiesToBuy.map(
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
      {queue.moreCopies && queue.newHoldWait && (
        <p>
          One more copy in {nameOf(queue.moreCopies.collectionId)}: {oneMoreCopyText(queue)}.
        </p>
      )}
    </>
  );
}

interface CopiesOfProps extends CollectionStock {
  /** Where the number is changed; undefined: it may not be. */
  readonly address: string | undefined;
}

function CopiesOf(props: CopiesOfProps): VNode {
  const { collectionId, name, owned, onLoan, setAside, unlicensed, categories, address } = props;
  return (
    <>
      <h3>{name}</h3>
      <p>
        {counted(owned, 'copy', 'copies')} owned, {onLoan} on loan, {setAside} set aside.
        {props.luckyOwned + props.luckyOnLoan > 0 &&
          ` Lucky Day copies, for whoever finds them, without holds: ${props.luckyOwned} owned, ${props.luckyOnLoan} on loan.`}
      </p>
      <p class="soft">
        {categories.length === 0 ? 'No patron may use it.' : `For ${categories.join(', ')}.`}
      </p>
      {address !== undefined && (
        <Form
          isLine
          action={address}
          about={{ collectionId }}
          button={
            <>
              Save<span class="for-readers"> the copies of {name}</span>
            </>
          }
        >
          <input type="hidden" name="ownedBefore" value={unlicensed} />
          <Field
            label="Copies owned"
            labelEnd={` in ${name}`}
            name="owned"
            id={`owned-${collectionId}`}
            type="number"
            value={unlicensed}
            {...(owned + props.luckyOwned > unlicensed && { hint: 'Without those of licences.' })}
            min={0}
            max={1_000_000}
            required
          />
        </Form>
      )}
    </>
  );
}

/** A ready hold has its copy, wherever it stands. */
function MoveInLine({ address, patrons }: { address: string; patrons: readonly QueuedPatron[] }): VNode {
  const option = ({ row, hold }: QueuedPatron): [string, string] => [
    String(hold.ticket),
    `Place ${row.place}, ${row.category}`,
  ];
  const movable = patrons.filter(({ condition }) => condition !== 'ready');
  if (movable.length === 0 || patrons.length < 2) return <></>;
  return (
    <Form isLine action={`${address}/order`} button="Move the hold">
      <Choice label="Hold to move" name="ticket" options={movable.map(option)} unchosen="Choose a hold" />
      <Choice label="Where" name="side" options={SIDES} />
      <Choice
        label="The other hold"
        name="other"
        options={[['', 'The first that waits'], ...patrons.map(option)]}
      />
      <Choice label="Reason" name="reason" options={REASONS} unchosen="Choose a reason" />
    </Form>
  );
}

const SIDES = [
  ['before', 'Before'],
  ['after', 'After'],
] as const;
const REASONS = MOVE_REASONS.map((reason) => [reason, MOVE_REASON_WORDS[reason]] as const);

interface PickupHoursProps {
  /** Null: the library's rule. */
  readonly hours: number | null;
  /** Undefined: it may not be changed. */
  readonly action: string | undefined;
}

function PickupHours({ hours, action }: PickupHoursProps): VNode {
  if (action === undefined)
    return hours === null ? <></> : <p>A copy is set aside for {counted(hours, 'hour')}.</p>;
  return (
    <Form isLine action={action} button="Save the hours">
      <Field
        label="Hours for a pickup"
        name="pickupHours"
        type="number"
        value={hours ?? undefined}
        hint="Empty: as the library’s rule is."
        min={1}
        max={MAX_PICKUP_HOURS}
      />
    </Form>
  );
}

const CATEGORY_COLUMNS: readonly Column<CategoryFigures>[] = [
  { heading: 'Category', isName: true, cell: ({ category }) => category },
  { heading: 'Waiting', isNumber: true, cell: ({ activeHolds }) => activeHolds },
  { heading: 'Suspended', isNumber: true, cell: ({ suspended }) => suspended },
  { heading: 'Ready', isNumber: true, cell: ({ ready }) => ready },
  { heading: 'Copies they may use', isNumber: true, cell: ({ copiesUsable }) => copiesUsable },
  {
    heading: 'Waiting per copy',
    isNumber: true,
    cell: ({ activeHoldRatio }) => activeHoldRatio ?? 'no copy',
  },
  { heading: 'Copies needed', isNumber: true, cell: ({ copiesNeeded }) => copiesNeeded },
];

const PATRON_COLUMNS: readonly Column<QueuedPatron>[] = [
  { heading: 'Place', isName: true, cell: ({ row }) => row.place },
  { heading: 'Category', cell: ({ row }) => row.category },
  { heading: 'Since', cell: ({ hold }) => <Moment at={hold.placedAt} /> },
  { heading: 'Condition', cell: conditionText },
  { heading: 'Notice', cell: ({ condition, row }) => (condition === 'ready' ? noticeText(row) : '—') },
];

function conditionText(patron: QueuedPatron): VNode {
  const text = stateText(patron);
  return patron.row.isMoved ? <>{text}; moved by staff</> : text;
}

function stateText({ condition, hold, row }: QueuedPatron): VNode {
  const end = hold.suspension?.type === 'limited' ? hold.suspension.until : undefined;
  if (hold.pickup) return <Until text="Ready until" at={hold.pickup.expiresAt} />;
  if (condition === 'waiting') return <>Waiting</>;
  if (end === undefined) return <>Suspended</>;
  const closure = closureOf(hold, row.closure);
  return (
    <>
      <Until text="Suspended until" at={end} />
      {closure !== undefined && closureText(closure)}
    </>
  );
}

function Until({ text, at }: { readonly text: string; readonly at: Date }): VNode {
  return (
    <>
      {text} <Moment at={at} />
    </>
  );
}

function putBackColumn(address: string): Column<QueuedPatron> {
  return {
    heading: 'Change',
    cell: ({ row, condition }) =>
      row.isMoved &&
      condition !== 'ready' && (
        <PostButton to={`${address}/order/undo`} fields={{ ticket: String(row.ticket) }}>
          Put back<span class="for-readers"> the hold in place {row.place}</span>
        </PostButton>
      ),
  };
}

/** Lower ones are statuses of HTTP. */
const MIN_SMTP_REFUSAL = 500;

/** Of the notice that a copy is ready. */
export function noticeText({ emailAddress, getsTexts, isNoticeSent, smtpCode }: PickupNotice): string {
  if (emailAddress === null && !getsTexts) return 'no e-mail address';
  if (isNoticeSent) return 'delivered';
  return smtpCode === null
    ? 'on its way'
    : `refused by the ${smtpCode < MIN_SMTP_REFUSAL ? 'gateway' : 'mail server'} (${smtpCode})`;
}
