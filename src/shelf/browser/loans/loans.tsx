import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import type { LoanList, LoanRecord } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { moment } from '../times.js';
import { TitleCard } from '../titles/title-card.js';
import { useTitle } from '../titles/use-title.js';
import { ContentLink } from './content-link.js';

export function Loans({ list }: { readonly list: LoanList }): VNode {
  const { patron } = useShelf();
  return (
    <section aria-labelledby="loans">
      <h2 id="loans" tabIndex={-1}>
        Loans
      </h2>
      <p class="quiet">
        {list.checkouts.length === 0
          ? 'You have nothing on loan.'
          : `${list.checkouts.length} of at most ${patron.checkoutLimit}.`}
      </p>
      <ActionList of={list} name="for all loans" focusAfter={['loans']} />
      <ul class="cards">
        {list.checkouts.map((loan) => (
          <li key={loan.reserveId}>
            <LoanCard loan={loan} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LoanCard({ loan }: { readonly loan: LoanRecord }): VNode {
  const title = useTitle(loan.links?.metadata);
  const { reserveId, expires, formats } = loan;
  return (
    <TitleCard id={`loan-${reserveId}`} kind="loan" title={title}>
      <p class="condition">
        <strong>Yours</strong> until {moment(expires)}
      </p>
      <ul class="plain">
        {formats.map((format) => (
          <ContentLink key={format.formatType} format={format} />
        ))}
      </ul>
      <ActionList of={loan} name={title?.title ?? 'this title'} focusAfter={[`loan-${reserveId}`, 'loans']} />
    </TitleCard>
  );
}
