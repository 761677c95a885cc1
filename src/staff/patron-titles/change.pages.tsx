import type { VNode } from 'preact';
import type { Condition } from '../../domain/holds/hold.js';
import type { RemovalReason } from '../../domain/holds/hold-end.js';
import { type IdentifiedTitle, names, type TitleId } from '../../domain/titles/title-id.js';
import { patronAddress } from '../addresses/addresses.js';
import { Choice, Field } from '../console/components/field.js';
import type { FactsProps } from '../console/components/facts.js';
import { counted, Moment } from '../console/components/moment.js';
import { type Asked, AskingPage } from '../patrons/asking.page.js';
import type {
  OverviewCheckoutRecord,
  OverviewHoldRecord,
} from '../patrons/patron-overview.representation.js';
import { ConditionOf, CoveredTitle, expectedWait } from '../patrons/held-titles.js';

interface HeldPageProps extends Asked {
  readonly hold: OverviewHoldRecord;
}

/** A change to a hold, which a page asks to confirm. */
export interface HoldChange {
  readonly page: (asked: HeldPageProps) => VNode;
  /** The conditions of a hold in which the change is possible. */
  readonly conditions: readonly Condition[];
  /** Shown if there is no such hold, which may end while staff look at the page. */
  readonly gone: string;
}

const COPY_IS_LOST = 'The copy that is set aside goes to the next patron in line.';

export const REASONS: readonly (readonly [RemovalReason, string])[] = [
  ['requested', 'The patron asked for it'],
  ['duplicate', 'It was placed twice'],
  ['title-unavailable', 'The title is unavailable'],
  ['other', 'Another reason'],
];

/** In days. */
const USUAL_SUSPENSIONS = [7, 14, 30];

/** Asks before a hold is removed: its place cannot be restored. */
function RemovalPage({ hold, ...asked }: HeldPageProps): VNode {
  const mail =
    hold.emailAddress === null
      ? 'The hold has no address: the patron gets no mail.'
      : 'A mail tells the patron.';
  return (
    <AskingPage
      {...asked}
      title="Remove a hold"
      facts={factsOf(hold, asked)}
      outcome={`The hold ends, and its place in the queue is lost. ${hold.condition === 'ready' ? `${COPY_IS_LOST} ` : ''}${mail}`}
      path={`holds/${hold.reserveId}/removal`}
      button="Remove the hold"
      isDangerous
    >
      <Choice label="Reason" name="reason" options={REASONS} unchosen="Choose a reason" />
    </AskingPage>
  );
}

/** Asks for how long a hold is suspended: a ready one loses its copy. */
function SuspensionPage({ hold, ...asked }: HeldPageProps): VNode {
  const path = `holds/${hold.reserveId}/suspension`;
  const { websiteId, patronId } = asked.patron;
  return (
    <AskingPage
      {...asked}
      title="Suspend a hold"
      facts={factsOf(hold, asked)}
      outcome={`The patron keeps the place in line, and others get the copies meanwhile. ${hold.condition === 'ready' ? COPY_IS_LOST : ''}`}
      usual={<UsualSuspensions action={`${patronAddress(websiteId, patronId)}/${path}`} />}
      path={path}
      button="Suspend until then"
    >
      <input type="hidden" name="suspensionType" value="limited" />
      <Field label="Or until the end of the day" name="until" type="date" required />
    </AskingPage>
  );
}

/** As on the shelf. */
function UsualSuspensions({ action }: { readonly action: string }): VNode {
  return (
    <div class="choices">
      <form method="post" action={action}>
        <input type="hidden" name="suspensionType" value="limited" />
        {USUAL_SUSPENSIONS.map((days) => (
          <button key={days} type="submit" name="numberOfDays" value={days}>
            {counted(days, 'day')}
          </button>
        ))}
      </form>
      <form method="post" action={action}>
        <button type="submit" name="suspensionType" value="indefinite">
          Until the patron resumes it
        </button>
      </form>
    </div>
  );
}

/** Asks before a suspension is ended. */
function ResumptionPage({ hold, ...asked }: HeldPageProps): VNode {
  return (
    <AskingPage
      {...asked}
      title="Resume a hold"
      facts={factsOf(hold, asked)}
      outcome="The hold waits again, in its old place. If a copy is free for it, it is ready at once."
      path={`holds/${hold.reserveId}/suspension`}
      as="DELETE"
      button="Resume the hold"
    />
  );
}

/** Asks until which day the patron needs the title. */
function LastDayPage({ hold, ...asked }: HeldPageProps): VNode {
  return (
    <AskingPage
      {...asked}
      title="Not needed after"
      facts={factsOf(hold, asked)}
      outcome="A hold that is not ready by then ends with that day. Empty: the hold waits for as long as it takes."
      path={`holds/${hold.reserveId}/last-day`}
      button="Save the day"
    >
      <Field
        label="Last day on which it is needed"
        name="notNeededAfter"
        type="date"
        value={hold.notNeeded?.after}
      />
    </AskingPage>
  );
}

function factsOf(hold: OverviewHoldRecord, { frame, patron }: Asked): FactsProps['facts'] {
  return [
    ['Title', <CoveredTitle of={hold} frame={frame} />],
    ['Patron', patron.patronId],
    ['Condition', <ConditionOf hold={hold} />],
    ['Expected wait', expectedWait(hold)],
    ['Notices go to', hold.emailAddress ?? 'nobody'],
  ];
}

export const REMOVAL: HoldChange = {
  page: RemovalPage,
  conditions: ['waiting', 'suspended', 'ready'],
  gone: 'The patron has no such hold any more.',
};

export const SUSPENSION: HoldChange = {
  page: SuspensionPage,
  conditions: ['waiting', 'ready'],
  gone: 'There is no such hold to be suspended.',
};

export const LAST_DAY: HoldChange = {
  page: LastDayPage,
  conditions: ['waiting', 'suspended'],
  gone: 'There is no such hold that waits.',
};

export const RESUMPTION: HoldChange = {
  page: ResumptionPage,
  conditions: ['suspended'],
  gone: 'There is no such hold to be resumed.',
};

/** The patron's hold or checkout on this title. */
export function ofTitle<Item extends IdentifiedTitle>(
  items: readonly Item[],
  title: TitleId,
): Item | undefined {
  return items.find((each) => names(title, each));
}

/** Asks before a title is returned: the patron can no longer read it. */
export function ReturnPage({
  checkout,
  ...asked
}: Asked & { readonly checkout: OverviewCheckoutRecord }): VNode {
  return (
    <AskingPage
      {...asked}
      title="Return a title"
      facts={[
        ['Title', <CoveredTitle of={checkout} frame={asked.frame} />],
        ['Patron', asked.patron.patronId],
        ['Would end', <Moment at={new Date(checkout.expires)} />],
      ]}
      outcome="The patron can read the title no longer. The copy goes to the next patron in line, or is free for all."
      path={`checkouts/${checkout.reserveId}/return`}
      button="Return the title"
    />
  );
}
