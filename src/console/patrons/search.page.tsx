import type { VNode } from 'preact';
import { pageAddress } from '../addresses.js';
import { Field } from '../components/field.js';
import { Notice } from '../components/notice.js';
import type { LibraryFrame } from '../frame.js';
import { Layout } from '../layout.js';

interface PatronSearchPageProps {
  readonly frame: LibraryFrame;
  /** What was typed, if no patron has this card. */
  readonly unknownCard?: string;
}

/** The way to a patron is the card. A list of patrons would show more than staff at the desk need. */
export function PatronSearchPage({ frame, unknownCard }: PatronSearchPageProps): VNode {
  return (
    <Layout frame={frame} section="patrons" title="Find a patron">
      {unknownCard !== undefined && <Notice tone="problem">No patron of this library has this card.</Notice>}
      <form method="post" action={pageAddress(frame.library.websiteId, 'patrons')}>
        <Field
          label="Card number"
          name="cardNumber"
          hint="As printed on the card."
          value={unknownCard}
          autocomplete="off"
          required
        />
        <button type="submit">Find</button>
      </form>
    </Layout>
  );
}
