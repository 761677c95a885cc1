import type { VNode } from 'preact';
import type { CatalogTitle, CheckedTitle } from '../../catalog/titles/titles.service.js';
import { patronAddress, withQuery } from '../addresses/addresses.js';
import { Box, Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import { Table } from '../console/components/table.js';
import { Title } from '../console/components/title.js';
import { waitText } from '../console/components/wait.js';
import { Layout } from '../console/layout.js';
import { type Asked, AskingPage, Back } from '../patrons/asking.page.js';
import type { FoundTitles } from './patron-titles.service.js';

interface TitleSearchPageProps extends Asked {
  /** As typed. */
  readonly words: string;
  /** Undefined before the first search. */
  readonly found: FoundTitles | undefined;
}

/** Searches the titles that the patron may use, to place a hold on one. */
export function TitleSearchPage({ frame, patron, words, found }: TitleSearchPageProps): VNode {
  const address = patronAddress(patron.websiteId, patron.patronId);
  return (
    <Layout frame={frame} section="patrons" title={`Place a hold for patron ${patron.patronId}`}>
      <Form isLine method="get" action={`${address}/holds`} button="Look for it">
        <Field label="Title, author or ISBN" name="title" type="search" value={words} />
      </Form>
      {found && (
        <div class="compact">
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
        </div>
      )}
      {found?.hasMore && <p>There are more: type another word.</p>}
      <Back href={address} />
    </Layout>
  );
}

interface PlacementLinkProps {
  readonly title: CatalogTitle;
  readonly address: string;
}

function PlacementLink({
  title: { reserveId, title, hold, isWithdrawn },
  address,
}: PlacementLinkProps): VNode {
  if (hold !== undefined) return <>The patron has it on hold</>;
  if (isWithdrawn) return <>Withdrawn</>;
  return (
    <a href={withQuery(`${address}/holds/placement`, { reserveId })} aria-label={`Place a hold on ${title}`}>
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

interface PlacementPageProps extends Asked {
  readonly title: CheckedTitle;
  /** The address of the patron's last hold. */
  readonly emailAddress: string;
}

/** Asks before a hold is placed, and shows its estimated wait. */
export function PlacementPage({ title, emailAddress, ...asked }: PlacementPageProps): VNode {
  const { owned, free } = copiesOf(title);
  return (
    <AskingPage
      {...asked}
      title="Place a hold"
      facts={[
        ['Title', <Title of={title} />],
        ['Patron', asked.patron.patronId],
        ['Copies', `${owned}, of which ${free} free`],
        ['Holds', title.numberOfHolds],
        ['Expected wait', free > 0 ? 'none' : waitText(title.waitOfNewHold)],
      ]}
      outcome={
        free > 0
          ? 'A copy is free: it is set aside for the patron at once.'
          : 'The hold is the last in the queue.'
      }
      path="holds"
      button="Place the hold"
    >
      <input type="hidden" name="reserveId" value={title.reserveId} />
      <Field
        label="E-mail address for this hold alone"
        name="emailAddress"
        type="email"
        value={emailAddress}
        autocomplete="off"
      />
      <Box name="ignoreHoldEmail" value="true">
        The patron wants no mail
      </Box>
      <Field label="Not needed after" hint="Empty: whenever it comes." name="notNeededAfter" type="date" />
    </AskingPage>
  );
}
