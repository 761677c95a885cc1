import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import { Countdown } from '../frame/countdown.js';
import { Empty } from '../frame/empty.js';
import { ViewHead } from '../frame/view-head.js';
import { conditionOf } from '../holds/condition.js';
import { Cards } from '../holds/holds.js';
import { isServed, type LoanList, type LoanRecord } from '../http/records.js';
import { Suggestions } from '../search/suggestions.js';
import { useShelf } from '../shelf-context.js';
import { moment } from '../times.js';
import { TitleCard } from '../titles/title-card.js';
import { useTitle } from '../titles/use-title.js';
import { say } from '../words/say.js';
import { ContentButton } from './content-link.js';

export function Loans({ list }: { readonly list: LoanList }): VNode {
  const { patron, holds } = useShelf();
  const isEmpty = list.checkouts.length === 0;
  const ready = holds.filter((hold) => conditionOf(hold) === 'ready');
  return (
    <>
      <section aria-labelledby="loans">
        <ViewHead view="loans" name={say('loans')} canRefresh />
        {!isEmpty && (
          <p class="quiet">{say('atMost', { count: list.checkouts.length, limit: patron.checkoutLimit })}</p>
        )}
        <ActionList isFlat of={list} name={say('forAllLoans')} focusAfter={['loans']} />
        <ul class="cards large">
          {list.checkouts.map((loan) => (
            <li key={loan.reserveId}>
              <LoanCard loan={loan} />
            </li>
          ))}
        </ul>
        {isEmpty && <Empty text={say('noLoans')} />}
      </section>
      {isEmpty && ready.length > 0 && (
        <section aria-labelledby="ready-now">
          <h3 id="ready-now">{say('readyForYou')}</h3>
          <Cards holds={ready} look="large" />
        </section>
      )}
      {isEmpty && isServed(patron) && <Suggestions rows={['free']} />}
    </>
  );
}

function LoanCard({ loan }: { readonly loan: LoanRecord }): VNode {
  const { title, isLooking } = useTitle(loan);
  const { reserveId, expires, formats } = loan;
  const name = title?.title ?? say('thisTitle');
  return (
    <TitleCard id={`loan-${reserveId}`} kind="loan" title={title} isLooking={isLooking}>
      <p class="end">
        {say('yoursUntil', { time: moment(expires) })} <Countdown to={expires} />
      </p>
      {!isLooking && (
        <ActionList
          of={loan}
          name={name}
          words={{
            question: (actionName) =>
              actionName === 'earlyReturn' ? say('returnTitle', { title: name }) : undefined,
          }}
          focusAfter={[`loan-${reserveId}`, 'loans']}
          lead={formats.length === 0 ? undefined : <Contents formats={formats} title={name} />}
        />
      )}
    </TitleCard>
  );
}

/** To open the title in each of its formats. */
function Contents({ formats, title }: Pick<LoanRecord, 'formats'> & { readonly title: string }): VNode {
  return (
    <>
      {formats.map((format, index) => (
        <ContentButton key={format.formatType} format={format} isMain={index === 0} title={title} />
      ))}
    </>
  );
}
