import type { VNode } from 'preact';
import { PatronLookUpRequest } from './patron-administration.requests.js';
import type { FoundPatrons } from './patron-look-up.service.js';
import { PatronTable } from './patron-table.js';
import { pageAddress } from '../addresses/addresses.js';
import { Control } from '../console/components/control.js';
import { Form } from '../console/components/form.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

interface PatronSearchPageProps {
  readonly frame: LibraryFrame;
  /** The searched text; undefined before the first search. */
  readonly text?: string;
  readonly found?: FoundPatrons;
}

/** Finds a patron. A list of all would show more than staff at the desk need. */
export function PatronSearchPage({ frame, text, found }: PatronSearchPageProps): VNode {
  const { websiteId } = frame.library;
  return (
    <Layout frame={frame} section="patrons" title="Find a patron">
      <Form action={`${pageAddress(websiteId, 'patrons')}/lookup`} button="Find">
        <Control
          of={PatronLookUpRequest}
          name="text"
          value={text}
          problem={found?.patrons.length === 0 ? NOBODY : undefined}
          autocomplete="off"
        />
      </Form>
      {found && found.patrons.length > 0 && (
        <PatronTable caption="Patrons who were found" websiteId={websiteId} patrons={found.patrons} />
      )}
      {found?.hasMore && <p>There are more: type more of the card number or the address.</p>}
    </Layout>
  );
}

const NOBODY = 'No patron of this library has this card, number or address.';
