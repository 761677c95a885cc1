import type { VNode } from 'preact';
import { patronAddress, queueAddress } from '../addresses/addresses.js';
import { counted, Moment } from '../console/components/moment.js';
import { type Column, Table } from '../console/components/table.js';
import { Title } from '../console/components/title.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { isOpenTo } from '../permissions/permissions.js';
import { noticeText } from '../queues/queue.page.js';
import type { PickupToday } from './pickups.store.js';

/** Nobody reads a longer page. */
export const MAX_PICKUPS = 100;

interface PickupsPageProps {
  readonly frame: LibraryFrame;
  readonly pickups: readonly PickupToday[];
}

/** The pickups whose copies go to the next in line tonight. Only staff who serve patrons see the patrons. */
export function PickupsPage({ frame, pickups }: PickupsPageProps): VNode {
  const isForDesk = isOpenTo(frame.staff, 'desk', frame.library.websiteId);
  return (
    <Layout frame={frame} section="today" title="Pickups that end today">
      {isForDesk && pickups.some(({ emailAddress, phone }) => emailAddress === null && phone === null) && (
        <p>
          Of some no address is known here. Look them up in the library’s own system, by card or number: it
          may have a telephone number.
        </p>
      )}
      {pickups.length === MAX_PICKUPS && (
        <p>Only the first {counted(MAX_PICKUPS, 'pickup')} are in the list.</p>
      )}
      <div class="compact">
        <Table
          caption="Patrons who were sent no notice come first, then the pickups that end first."
          empty="No pickup ends today."
          rows={pickups}
          columns={columnsOf(frame, isForDesk)}
        />
      </div>
    </Layout>
  );
}

function columnsOf({ library: { websiteId } }: LibraryFrame, isForDesk: boolean): Column<PickupToday>[] {
  return [
    {
      heading: 'Title',
      isName: true,
      cell: (pickup) => <Title of={pickup} href={queueAddress(websiteId, pickup.reserveId)} />,
    },
    ...(isForDesk ? patronColumns(websiteId) : []),
    { heading: 'Ends', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    { heading: 'Notice', cell: noticeText },
  ];
}

function patronColumns(websiteId: number): Column<PickupToday>[] {
  return [
    {
      heading: 'Patron',
      cell: ({ patronId }) => <a href={patronAddress(websiteId, patronId)}>Patron {patronId}</a>,
    },
    { heading: 'Card', cell: ({ cardNumber }) => cardNumber ?? 'none' },
    { heading: 'Library’s number', cell: ({ externalId }) => externalId ?? 'none' },
    { heading: 'Reached at', cell: (pickup) => <Address {...pickup} /> },
  ];
}

/** Of the hold: a patron who wants no mail about it is written to at no other address. */
function Address({ emailAddress, phone }: PickupToday): VNode {
  if (emailAddress === null && phone !== null) return <a href={`tel:${phone}`}>{phone}</a>;
  if (emailAddress === null) return <>no address known</>;
  const at = emailAddress.lastIndexOf('@');
  const local = encodeURIComponent(emailAddress.slice(0, at));
  return <a href={`mailto:${local}${emailAddress.slice(at)}`}>{emailAddress}</a>;
}
