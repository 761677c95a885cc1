import type { VNode } from 'preact';
import { queueAddress } from '../addresses/addresses.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import { Title } from '../console/components/title.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { MIN_BEGINNING_LENGTH } from '../patrons/patron-lookup.store.js';
import { PatronTable } from '../patrons/patron-table.js';
import { isOpenTo } from '../permissions/permissions.js';
import type { Found } from './search.service.js';

interface SearchPageProps {
  readonly frame: LibraryFrame;
  readonly sought: string;
  /** Undefined before the first search. */
  readonly found?: Found;
}

/** The results. A single patron or title is shown on its own page instead. */
export function SearchPage({ frame, sought, found }: SearchPageProps): VNode {
  const { websiteId } = frame.library;
  const { patrons: { patrons = [], hasMore = false } = {}, titles = [], hasMoreTitles } = found ?? {};
  return (
    <Layout frame={frame} sought={sought} title="Search">
      {patrons.length + titles.length === 0 && (
        <Notice tone="warning">
          {found?.problem === undefined
            ? nothingFound(sought, isOpenTo(frame.staff, 'desk', websiteId))
            : `Nothing was found here. ${found.problem}`}
        </Notice>
      )}
      {patrons.length > 0 && <PatronTable caption="Patrons" websiteId={websiteId} patrons={patrons} />}
      {hasMore && <p>There are more patrons: type more of the card number or the address.</p>}
      {titles.length > 0 && (
        <Table
          caption="Titles, with their queues"
          rows={titles}
          columns={[
            {
              heading: 'Title',
              isName: true,
              cell: (title) => <Title of={title} href={queueAddress(websiteId, title.reserveId)} />,
            },
            { heading: 'Holds', isNumber: true, cell: ({ numberOfHolds }) => numberOfHolds },
            {
              heading: 'Copies',
              isNumber: true,
              cell: ({ copies }) => copies.reduce((sum, { owned }) => sum + owned, 0),
            },
          ]}
        />
      )}
      {hasMoreTitles && <p>There are more titles: type another word.</p>}
    </Layout>
  );
}

function nothingFound(sought: string, findsPatrons: boolean): string {
  if (sought.length < MIN_BEGINNING_LENGTH) return `Type at least ${MIN_BEGINNING_LENGTH} characters.`;
  return findsPatrons
    ? 'No patron of this library has this card, number or address, and no title has these words or this ISBN.'
    : 'No title of this library has these words or this ISBN.';
}
