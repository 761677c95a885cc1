import type { VNode } from 'preact';
import { queueAddress } from '../addresses/addresses.js';
import { closureText, dayText, Moment } from '../console/components/moment.js';
import { Table } from '../console/components/table.js';
import { Title } from '../console/components/title.js';
import { waitText } from '../console/components/wait.js';
import type { LibraryFrame } from '../console/frame.js';
import type {
  OverviewCheckoutRecord,
  OverviewHoldRecord,
  ToldTitleRecord,
} from './patron-overview.representation.js';

interface CoveredTitleProps {
  readonly of: ToldTitleRecord & { readonly reserveId: string };
  readonly frame: LibraryFrame;
}

/** A title with its cover, its format and its author, linked to its queue. */
export function CoveredTitle({ of, frame }: CoveredTitleProps): VNode {
  return (
    <span class="covered-title">
      {frame.hasCovers && (
        // The title is beside it in words.
        <img src={`/covers/${of.reserveId}.svg`} alt="" width={40} height={60} loading="lazy" />
      )}
      <Title of={of} href={queueAddress(frame.library.websiteId, of.reserveId)} />
    </span>
  );
}

interface HoldsProps {
  readonly holds: readonly OverviewHoldRecord[];
  readonly frame: LibraryFrame;
  /** The address of the patron's page. */
  readonly address: string;
  /** The page where notices are repaired. */
  readonly mail: string;
}

export function Holds({ holds, frame, address, mail }: HoldsProps): VNode {
  return (
    <div class="compact holds">
      <Table
        caption="Holds of the patron"
        empty="No holds."
        rows={holds}
        columns={[
          { heading: 'Title', isName: true, cell: (hold) => <CoveredTitle of={hold} frame={frame} /> },
          { heading: 'Condition', cell: (hold) => <ConditionOf hold={hold} /> },
          // A ready hold does not wait.
          {
            heading: 'Expected wait',
            cell: (hold) => hold.condition !== 'ready' && expectedWait(hold),
          },
          { heading: 'Notice', cell: (hold) => <NoticeOf hold={hold} mail={mail} /> },
          { heading: 'Change', cell: (hold) => <Changes hold={hold} address={address} /> },
        ]}
      />
    </div>
  );
}

/** Each link leads to a confirmation page. */
function Changes({ hold, address }: { readonly hold: OverviewHoldRecord; readonly address: string }): VNode {
  const { condition, reserveId, title } = hold;
  const [path, verb] = condition === 'suspended' ? ['resumption', 'Resume'] : ['suspension', 'Suspend'];
  const own = `${address}/holds/${reserveId}`;
  return (
    <>
      <a href={`${own}/${path}`} aria-label={`${verb} the hold on ${title}`}>
        {verb}
      </a>{' '}
      {condition !== 'ready' && (
        <a href={`${own}/last-day`} aria-label={`Last day of the hold on ${title}`}>
          Last day
        </a>
      )}{' '}
      <a href={`${own}/removal`} aria-label={`Remove the hold on ${title}`}>
        Remove
      </a>
    </>
  );
}

/** The hold's condition, its place in the queue, and whether a copy can come. */
export function ConditionOf({ hold }: { readonly hold: OverviewHoldRecord }): VNode {
  const { condition, holdExpires, suspension, holdListPosition, numberOfHolds, copiesLost, notNeeded } = hold;
  if (condition === 'ready') return <Ending text="Ready until" at={holdExpires} without="Ready" />;
  return (
    <>
      {suspension === null ? (
        'Waiting'
      ) : (
        <Ending text="Suspended until" at={suspension.until} without="Suspended without an end" />
      )}
      {suspension?.closure && closureText(suspension.closure)}, place {holdListPosition} of {numberOfHolds}
      {notNeeded && `; not needed after ${dayText(notNeeded.after)}`}
      {copiesLost && (
        <Ending text="; no copy left, ends on" at={copiesLost.holdEnds} without="; no copy left" />
      )}
    </>
  );
}

interface EndingProps {
  readonly text: string;
  readonly at: string | null;
  /** The text if there is no end. */
  readonly without: string;
}

function Ending({ text, at, without }: EndingProps): VNode {
  if (at === null) return <>{without}</>;
  return (
    <>
      {text} <Moment at={new Date(at)} />
    </>
  );
}

/** The remaining wait of the hold. */
export function expectedWait({ condition, suspension, wait }: OverviewHoldRecord): string {
  if (condition === 'ready') return 'none';
  if (wait !== null) return waitText({ days: wait.likelyDays, ...wait });
  return suspension?.until === null ? 'until it is resumed' : 'not known';
}

interface NoticeOfProps {
  readonly hold: OverviewHoldRecord;
  readonly mail: string;
}

/** The notice's address and state. */
function NoticeOf({ hold: { notice, emailAddress, getsTexts }, mail }: NoticeOfProps): VNode {
  if (emailAddress === null && !getsTexts) return <>No address: no mail</>;
  return (
    <>
      {getsTexts
        ? TEXT_MESSAGE[notice ?? 'no-address']
        : `${NOTICE_TEXTS[notice ?? 'no-address']} ${emailAddress ?? ''}`}
      {notice === 'refused' && (
        <>
          : <a href={mail}>repair it</a>
        </>
      )}
    </>
  );
}

const NOTICE_TEXTS = {
  sent: 'Mail sent to',
  waiting: 'Mail on its way to',
  refused: 'Mail not delivered to',
  // The address was added after the copy was set aside.
  'no-address': 'Mail to',
} as const;

const TEXT_MESSAGE = {
  sent: 'Text message sent',
  waiting: 'Text message on its way',
  refused: 'Text message not delivered',
  'no-address': 'By text message',
} as const;

interface CheckoutsProps {
  readonly checkouts: readonly OverviewCheckoutRecord[];
  readonly frame: LibraryFrame;
  readonly address: string;
}

export function Checkouts({ checkouts, frame, address }: CheckoutsProps): VNode {
  return (
    <Table
      caption="Checkouts of the patron"
      empty="No checkouts."
      rows={checkouts}
      columns={[
        {
          heading: 'Title',
          isName: true,
          cell: (checkout) => <CoveredTitle of={checkout} frame={frame} />,
        },
        { heading: 'Borrowed', cell: ({ checkoutDate }) => <Moment at={new Date(checkoutDate)} /> },
        { heading: 'Ends', cell: ({ expires }) => <Moment at={new Date(expires)} /> },
        {
          heading: 'Return',
          cell: ({ reserveId, title }) => (
            <a href={`${address}/checkouts/${reserveId}/return`} aria-label={`Return ${title}`}>
              Return
            </a>
          ),
        },
      ]}
    />
  );
}
