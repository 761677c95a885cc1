import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import type { LoanList, LoanRecord } from '../http/records.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import { moment } from '../times.js';
import { TitleCard } from '../titles/title-card.js';
import { useTitle } from '../titles/use-title.js';
import { Marked } from '../words/marked.js';
import { say } from '../words/say.js';
import { ContentButton } from './content-link.js';

export function Loans({ list }: { readonly list: LoanList }): VNode {
  const { patron } = useShelf();
  return (
    <section aria-labelledby="loans">
      <h2 id="loans" tabIndex={-1}>
        {say('loans')}
      </h2>
      <Note at="loans" />
      <p class="quiet">
        {list.checkouts.length === 0
          ? say('noLoans')
          : say('atMost', { count: list.checkouts.length, limit: patron.checkoutLimit })}
      </p>
      <ActionList isFlat of={list} name={say('forAllLoans')} focusAfter={['loans']} />
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
  const title = useTitle(loan);
  const { reserveId, expires, formats } = loan;
  const name = title?.title ?? say('thisTitle');
  return (
    <TitleCard id={`loan-${reserveId}`} kind="loan" title={title}>
      <p class="condition">
        <Marked text={say('yoursUntil', { time: moment(expires) })} />
      </p>
      <ActionList
        of={loan}
        name={name}
        focusAfter={[`loan-${reserveId}`, 'loans']}
        lead={
          formats.length === 0
            ? undefined
            : formats.map((format, index) => (
                <ContentButton key={format.formatType} format={format} isMain={index === 0} title={name} />
              ))
        }
      />
    </TitleCard>
  );
}
