import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import { needsDecision } from '../actions/fields.js';
import { inWords } from '../actions/words.js';
import { type Action, actionsOf } from '../http/records.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import { listed, say } from '../words/say.js';

/** What the patron may set for themselves: one action for each format. */
export function LendingPeriods(): VNode {
  const { patron } = useShelf();
  return (
    <section aria-labelledby="periods">
      <h2 id="periods" tabIndex={-1}>
        {say('howLong')}
      </h2>
      <Note at="periods" />
      <ul class="plain">
        {actionsOf(patron).map(([name, action]) => (
          <li key={formatOf(action)} class="period">
            <span>{say('period', { format: formatOf(action), count: daysOf(action) })}</span>
            <ActionList
              isFlat
              of={{ actions: { [name]: action } }}
              name={formatOf(action)}
              focusAfter={['periods']}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which format the action is about: the field that the patron does not choose. */
function formatOf({ fields = [] }: Action): string {
  return listed(fields.flatMap((field) => (needsDecision(field) ? [] : [inWords(field.value ?? '')])));
}

function daysOf({ fields = [] }: Action): number {
  return Number(fields.find(needsDecision)?.value);
}
