import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import type { HoldList } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { byUrgency } from './condition.js';
import { HoldCard } from './hold-card.js';

export function Holds({ list }: { readonly list: HoldList }): VNode {
  const { patron } = useShelf();
  return (
    <section aria-labelledby="holds">
      <h2 id="holds" tabIndex={-1}>
        Holds
      </h2>
      <p class="quiet">
        {list.holds.length === 0
          ? 'You have no holds. Look for a title below.'
          : `${list.holds.length} of at most ${patron.holdLimit}.`}
      </p>
      <ActionList of={list} focusAfter={['holds']} />
      <ul class="cards">
        {byUrgency(list.holds).map((hold) => (
          <li key={hold.reserveId}>
            <HoldCard hold={hold} />
          </li>
        ))}
      </ul>
    </section>
  );
}
