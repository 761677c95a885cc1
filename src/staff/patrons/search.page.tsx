import type { VNode } from 'preact';
import type { FoundPatrons } from './patron-look-up.service.js';
import { MIN_BEGINNING_LENGTH } from './patron-lookup.store.js';
import { PatronTable } from './patron-table.js';
import { pageAddress } from '../console/addresses.js';
import { Field } from '../console/components/field.js';
import { Form } from '../console/components/form.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';

interface PatronSearchPageProps {
  readonly frame: LibraryFrame;
  /** Undefined: nothing was sent. */
  readonly typed?: string;
  readonly found?: FoundPatrons;
}

/** The way to a patron. A list of all would show more than staff at the desk need. */
export function PatronSearchPage({ frame, typed, found }: PatronSearchPageProps): VNode {
  const { websiteId } = frame.library;
  return (
    <Layout frame={frame} section="patrons" title="Find a patron">
      <Form action={pageAddress(websiteId, 'patrons')} button="Find">
        <Field
          label="Card number, patron number, library’s number or e-mail address"
          name="patron"
          hint={`Of a card or an address, ${MIN_BEGINNING_LENGTH} characters from its beginning are enough. The address is that of the patron’s last hold. The log of actions has who was found.`}
          value={typed}
          problem={problemOf(typed, found)}
          autocomplete="off"
          required
        />
      </Form>
      {found && found.patrons.length > 0 && (
        <PatronTable caption="Patrons who were found" websiteId={websiteId} patrons={found.patrons} />
      )}
      {found?.hasMore && <p>There are more: type more of the card number or the address.</p>}
    </Layout>
  );
}

function problemOf(typed: string | undefined, found: FoundPatrons | undefined): string | undefined {
  if (typed === undefined) return undefined;
  if (found === undefined) return 'Type a card number, a patron number or an e-mail address.';
  return found.patrons.length === 0
    ? 'No patron of this library has this card, number or address.'
    : undefined;
}
