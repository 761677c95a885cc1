import type { VNode } from 'preact';
import type { RemovalReason } from '../../domain/holds/hold-end.js';
import { MAX_SUSPENSION_DAYS, MIN_SUSPENSION_DAYS } from '../../domain/holds/suspension.js';
import type { PatronKey } from '../../domain/patron.js';
import { Choice, Field } from '../console/components/field.js';
import type { FactsProps } from '../console/components/facts.js';
import { Moment } from '../console/components/moment.js';
import { type Asked, AskingPage, problemAt } from './asking.page.js';
import type { OverviewCheckoutRecord, OverviewHoldRecord } from './patron-overview.representation.js';
import { ConditionOf } from './patron.page.js';
import type { SuspensionForm } from './patrons-pages.requests.js';

interface HeldPageProps extends Asked {
  readonly hold: OverviewHoldRecord;
}

const COPY_IS_LOST = 'The copy that is set aside goes to the next patron in line.';

const REASONS: readonly (readonly [RemovalReason, string])[] = [
  ['requested', 'The patron asked for it'],
  ['duplicate', 'It was placed twice'],
  ['title-unavailable', 'The title is unavailable'],
  ['other', 'Another reason'],
];

/** Asks before a hold is removed: its place cannot be given back. */
export function RemovalPage({ hold, ...asked }: HeldPageProps): VNode {
  const mail =
    hold.emailAddress === null
      ? 'The hold has no address: the patron gets no mail.'
      : 'A mail tells the patron.';
  return (
    <AskingPage
      {...asked}
      title="Remove a hold"
      facts={factsOf(hold, asked.patron)}
      outcome={`The hold ends, and its place in the queue is lost. ${hold.condition === 'ready' ? `${COPY_IS_LOST} ` : ''}${mail}`}
      path={`holds/${hold.reserveId}/removal`}
      button="Remove the hold"
      isDangerous
    >
      <Choice
        label="Reason"
        name="reason"
        options={REASONS}
        unchosen="Choose a reason"
        problem={problemAt(asked.problem, 'reason')}
      />
    </AskingPage>
  );
}

interface SuspensionPageProps extends HeldPageProps {
  /** As they were chosen and typed. */
  readonly chosen: SuspensionForm;
}

/** Asks before a hold is suspended: a ready one loses its copy. */
export function SuspensionPage({ hold, chosen, ...asked }: SuspensionPageProps): VNode {
  return (
    <AskingPage
      {...asked}
      title="Suspend a hold"
      facts={factsOf(hold, asked.patron)}
      outcome={`The hold keeps its place, and others get the copies meanwhile. ${hold.condition === 'ready' ? COPY_IS_LOST : ''}`}
      path={`holds/${hold.reserveId}/suspension`}
      button="Suspend the hold"
    >
      <Choice
        label="Until"
        name="suspensionType"
        options={[
          ['limited', 'A number of days is over'],
          ['indefinite', 'It is resumed'],
        ]}
        value={chosen.suspensionType}
        unchosen="Choose"
        problem={problemAt(asked.problem, 'suspensionType')}
      />
      <Field
        label="Number of days"
        name="numberOfDays"
        type="number"
        min={MIN_SUSPENSION_DAYS}
        max={MAX_SUSPENSION_DAYS}
        value={chosen.numberOfDays}
        hint="Only for a number of days."
        problem={problemAt(asked.problem, 'numberOfDays')}
      />
    </AskingPage>
  );
}

/** Asks before a suspension is ended. */
export function ResumptionPage({ hold, ...asked }: HeldPageProps): VNode {
  return (
    <AskingPage
      {...asked}
      title="Resume a hold"
      facts={factsOf(hold, asked.patron)}
      outcome="The hold waits again, in its old place. If a copy is free for it, it is ready at once."
      path={`holds/${hold.reserveId}/resumption`}
      button="Resume the hold"
    />
  );
}

function factsOf(hold: OverviewHoldRecord, { patronId }: PatronKey): FactsProps['facts'] {
  return [
    ['Title', hold.title],
    ['Patron', patronId],
    ['Condition', <ConditionOf hold={hold} />],
  ];
}

/** Asks before a title is returned: the patron can read it no longer. */
export function ReturnPage({
  checkout,
  ...asked
}: Asked & { readonly checkout: OverviewCheckoutRecord }): VNode {
  return (
    <AskingPage
      {...asked}
      title="Return a title"
      facts={[
        ['Title', checkout.title],
        ['Patron', asked.patron.patronId],
        ['Would end', <Moment at={new Date(checkout.expires)} />],
      ]}
      outcome="The patron can read the title no longer. The copy goes to the next patron in line, or is free for all."
      path={`checkouts/${checkout.reserveId}/return`}
      button="Return the title"
    />
  );
}
