import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import type { WatchRecord } from '../http/records.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import { toldInWords } from './condition.js';
import { TitleCard } from '../titles/title-card.js';
import { useTitle } from '../titles/use-title.js';
import { say } from '../words/say.js';

/** The titles that the patron watches: readers look for what they want beside what they wait for. */
export function Later(): VNode | null {
  const { watches } = useShelf();
  if (watches.length === 0) return null;
  return (
    <section aria-labelledby="later">
      <h3 id="later" tabIndex={-1}>
        {say('forLater')}
      </h3>
      <Note at="later" />
      <ul class="cards dense">
        {watches.map((watch) => (
          <li key={watch.reserveId}>
            <LaterCard watch={watch} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LaterCard({ watch }: { readonly watch: WatchRecord }): VNode {
  const { patron } = useShelf();
  const { title, isLooking } = useTitle(watch);
  const { reserveId, emailAddress } = watch;
  return (
    <TitleCard
      id={`later-${reserveId}`}
      kind="later"
      // What the library has no longer is told by the watch alone.
      title={title ?? { id: reserveId, title: watch.title, images: {}, formats: [] }}
      isLooking={isLooking}
    >
      <p class="quiet">{toldInWords(emailAddress, patron.noticesBy)}</p>
      {!isLooking && (
        <ActionList
          of={watch}
          name={watch.title}
          focusAfter={[`hold-${reserveId}`, `loan-${reserveId}`, 'later', 'holds', 'loans']}
          words={{ leadsTo: (actionName) => (actionName === 'checkout' ? 'loans' : undefined) }}
        />
      )}
    </TitleCard>
  );
}
