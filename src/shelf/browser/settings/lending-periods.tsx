import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import { inWords } from '../actions/words.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import { say } from '../words/say.js';
import { periodsOf } from './periods.js';

/** What the patron may set for themselves: one action for each format. */
export function LendingPeriods(): VNode {
  const { patron } = useShelf();
  return (
    <section aria-labelledby="periods">
      <h3 id="periods" tabIndex={-1}>
        {say('howLong')}
      </h3>
      <Note at="periods" />
      <ul class="plain">
        {periodsOf(patron).map(({ formatType, days, name, action }) => (
          <li key={formatType} class="period">
            <span>{say('period', { format: inWords(formatType), count: days })}</span>
            <ActionList
              isFlat
              of={{ actions: { [name]: action } }}
              name={inWords(formatType)}
              focusAfter={['periods']}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
