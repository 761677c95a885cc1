import type { VNode } from 'preact';
import { ActionList } from '../actions/action-list.js';
import { needsDecision } from '../actions/fields.js';
import { inWords } from '../actions/words.js';
import { type Action, actionsOf } from '../http/records.js';
import { numberOf } from '../number-of.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';

/** What the patron may set for themselves: one action for each format. */
export function LendingPeriods(): VNode {
  const { patron } = useShelf();
  return (
    <section aria-labelledby="periods">
      <h2 id="periods" tabIndex={-1}>
        How long I borrow
      </h2>
      <Note at="periods" />
      <ul class="plain">
        {actionsOf(patron).map(([name, action]) => (
          <li key={subjectOf(action)} class="period">
            <span>{`${subjectOf(action)}: ${numberOf(valueOf(action), 'day', 'days')}`}</span>
            <ActionList
              isFlat
              of={{ actions: { [name]: action } }}
              name={subjectOf(action)}
              focusAfter={['periods']}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Which format the action is about: the field that the patron does not choose. */
function subjectOf({ fields = [] }: Action): string {
  return fields.flatMap((field) => (needsDecision(field) ? [] : [inWords(field.value ?? '')])).join(', ');
}

function valueOf({ fields = [] }: Action): string {
  return fields.flatMap((field) => (needsDecision(field) ? [field.value ?? ''] : [])).join(', ');
}
