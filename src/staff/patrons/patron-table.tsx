import type { VNode } from 'preact';
import { patronAddress } from '../addresses/addresses.js';
import { Table } from '../console/components/table.js';
import type { FoundPatron } from './patron-lookup.store.js';

interface PatronTableProps {
  readonly caption: string;
  readonly websiteId: number;
  readonly patrons: readonly FoundPatron[];
}

/** A list of patrons, each linked to the patron's page. */
export function PatronTable({ caption, websiteId, patrons }: PatronTableProps): VNode {
  return (
    <Table
      caption={caption}
      rows={patrons}
      columns={[
        {
          heading: 'Patron',
          isName: true,
          cell: ({ patronId }) => <a href={patronAddress(websiteId, patronId)}>Patron {patronId}</a>,
        },
        { heading: 'Card', cell: ({ cardNumber }) => cardNumber ?? 'none' },
        { heading: 'Library’s number', cell: ({ externalId }) => externalId ?? 'none' },
        { heading: 'Category', cell: ({ category }) => category },
      ]}
    />
  );
}
