import type { VNode } from 'preact';
import type { CatalogTitle, CheckedTitle } from '../../catalog/titles/titles.service.js';
import { MAX_SUSPENSION_DAYS, MIN_SUSPENSION_DAYS } from '../../domain/holds/suspension.js';
import type { OverviewHoldRecord } from './patron-overview.representation.js';
import { patronAddress } from '../console/addresses.js';
import { Facts } from '../console/components/facts.js';
import { Choice, Field } from '../console/components/field.js';
import { counted } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import { Title } from '../console/components/title.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { Back } from './confirmation.pages.js';
import type { HoldFormProblem } from './hold-form.js';
import { ConditionOf } from './patron.page.js';
import type { FoundTitles } from './patron-titles.service.js';

interface TitleSearchPageProps {
  readonly frame: LibraryFrame;
  readonly patronId: number;
  /** What was typed. */
  readonly words: string;
  /** Undefined: nothing was looked for. */
  readonly found: FoundTitles | undefined;
}

/** Looks for the title on which a hold is to be placed, in what the patron may use. */
export function TitleSearchPage({ frame, patronId, words, found }: TitleSearchPageProps): VNode {
  const address = patronAddress(frame.library.websiteId, patronId);
  return (
    <Layout frame={frame} section="patrons" title={`Place a hold for patron ${patronId}`}>
      <form class="line" method="get" action={`${address}/holds`}>
        <Field label="Title, author or ISBN" name="title" type="search" value={words} />
        <button type="submit">Look for it</button>
      </form>
      {found && (
        <Table
          caption="Titles that the patron may use"
          empty="The patron’s collections have no such title."
          rows={found.titles}
          columns={[
            { heading: 'Title', isName: true, cell: (title) => <Title of={title} /> },
            { heading: 'Copies', isNumber: true, cell: (title) => copiesOf(title).owned },
            { heading: 'Free', isNumber: true, cell: (title) => copiesOf(title).free },
            { heading: 'Holds', isNumber: true, cell: ({ numberOfHolds }) => numberOfHolds },
            { heading: 'Hold', cell: (title) => <PlacementLink title={title} address={address} /> },
          ]}
        />
      )}
      {found?.hasMore && <p>There are more: type another word.</p>}
      <Back href={address} />
    </Layout>
  );
}

function PlacementLink({
  title: { reserveId, title, hold, isWithdrawn },
  address,
}: {
  readonly title: CatalogTitle;
  readonly address: string;
}): VNode {
  if (hold !== undefined) return <>The patron has it on hold</>;
  if (isWithdrawn) return <>Withdrawn</>;
  return (
    <a href={`${address}/holds/${reserveId}/placement`} aria-label={`Place a hold on ${title}`}>
      Place a hold
    </a>
  );
}

function copiesOf({ copies }: CatalogTitle): { owned: number; free: number } {
  return {
    owned: copies.reduce((sum, { owned }) => sum + owned, 0),
    free: copies.reduce((sum, { free }) => sum + free, 0),
  };
}

/** The problem at this field. */
function problemAt(
  problem: HoldFormProblem | undefined,
  field: HoldFormProblem['field'],
): string | undefined {
  return problem?.field === field ? problem?.text : undefined;
}

interface PlacementPageProps {
  readonly frame: LibraryFrame;
  readonly patronId: number;
  readonly title: CheckedTitle;
  /** As it was typed, or the patron's last one. */
  readonly emailAddress: string;
  readonly problem: HoldFormProblem | undefined;
}

/** Asks before a hold is placed, and shows how long it would wait. */
export function PlacementPage({ frame, patronId, title, emailAddress, problem }: PlacementPageProps): VNode {
  const address = patronAddress(frame.library.websiteId, patronId);
  const { owned, free } = copiesOf(title);
  const wait = title.waitOfNewHold;
  return (
    <Layout frame={frame} section="patrons" title="Place a hold">
      <Refused problem={problem} />
      <Facts
        facts={[
          ['Title', <Title of={title} />],
          ['Patron', String(patronId)],
          ['Copies', `${owned}, of which ${free} free`],
          ['Holds', String(title.numberOfHolds)],
          ['Expected wait', free > 0 ? 'none' : wait === undefined ? 'not known' : counted(wait.days, 'day')],
        ]}
      />
      <p>
        {free > 0
          ? 'A copy is free: it is set aside for the patron at once.'
          : 'The hold is the last in the queue.'}
      </p>
      <form method="post" action={`${address}/holds/${title.reserveId}/placement`}>
        <Field
          label="E-mail address for this hold"
          name="emailAddress"
          type="email"
          value={emailAddress}
          hint="Leave it empty if the patron wants no mail."
          autocomplete="off"
          problem={problemAt(problem, 'emailAddress')}
        />
        <button type="submit">Place the hold</button>
      </form>
      <Back href={address} />
    </Layout>
  );
}

interface HeldPageProps {
  readonly frame: LibraryFrame;
  readonly patronId: number;
  readonly hold: OverviewHoldRecord;
  readonly problem: HoldFormProblem | undefined;
}

interface SuspensionPageProps extends HeldPageProps {
  /** As they were chosen and typed. */
  readonly chosen: { readonly suspensionType?: string; readonly numberOfDays?: string };
}

/** Asks before a hold is suspended: a ready one loses its copy. */
export function SuspensionPage({ frame, patronId, hold, chosen, problem }: SuspensionPageProps): VNode {
  const address = patronAddress(frame.library.websiteId, patronId);
  return (
    <Layout frame={frame} section="patrons" title="Suspend a hold">
      <Refused problem={problem} />
      <HoldFacts hold={hold} patronId={patronId} />
      <p>
        The hold keeps its place, and others get the copies meanwhile.{' '}
        {hold.condition === 'ready' && 'The copy that is set aside goes to the next patron in line.'}
      </p>
      <form method="post" action={`${address}/holds/${hold.reserveId}/suspension`}>
        <Choice
          label="Until"
          name="suspensionType"
          options={[
            ['limited', 'A number of days is over'],
            ['indefinite', 'It is resumed'],
          ]}
          value={chosen.suspensionType}
          unchosen="Choose"
          problem={problemAt(problem, 'suspensionType')}
        />
        <Field
          label="Number of days"
          name="numberOfDays"
          type="number"
          min={MIN_SUSPENSION_DAYS}
          max={MAX_SUSPENSION_DAYS}
          value={chosen.numberOfDays}
          hint="Only for a number of days."
          problem={problemAt(problem, 'numberOfDays')}
        />
        <button type="submit">Suspend the hold</button>
      </form>
      <Back href={address} />
    </Layout>
  );
}

/** Asks before a suspension is ended. */
export function ResumptionPage({ frame, patronId, hold, problem }: HeldPageProps): VNode {
  const address = patronAddress(frame.library.websiteId, patronId);
  return (
    <Layout frame={frame} section="patrons" title="Resume a hold">
      <Refused problem={problem} />
      <HoldFacts hold={hold} patronId={patronId} />
      <p>The hold waits again, in its old place. If a copy is free for it, it is ready at once.</p>
      <form method="post" action={`${address}/holds/${hold.reserveId}/resumption`}>
        <button type="submit">Resume the hold</button>
      </form>
      <Back href={address} />
    </Layout>
  );
}

function Refused({ problem }: Pick<HeldPageProps, 'problem'>): VNode | null {
  if (problem === undefined || problem.field !== undefined) return null;
  return <Notice tone="problem">{problem.text} Nothing was changed.</Notice>;
}

function HoldFacts({ hold, patronId }: Pick<HeldPageProps, 'hold' | 'patronId'>): VNode {
  return (
    <Facts
      facts={[
        ['Title', hold.title],
        ['Patron', String(patronId)],
        ['Condition', <ConditionOf hold={hold} />],
      ]}
    />
  );
}
