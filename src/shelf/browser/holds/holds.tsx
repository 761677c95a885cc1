import type { VNode } from 'preact';
import { ActionList, type Wording } from '../actions/action-list.js';
import { actionsOf, type HoldList, type HoldRecord, type OutcomeList } from '../http/records.js';
import { Note } from '../note.js';
import { useShelf } from '../shelf-context.js';
import { say } from '../words/say.js';
import { byUrgency, conditionOf } from './condition.js';
import { HoldCard } from './hold-card.js';

/** Of more holds, each has less room, so that they are seen at once. */
const MAX_ROOMY = 6;

export function Holds({ list }: { readonly list: HoldList }): VNode {
  const { patron } = useShelf();
  const pace = paceOf(list);
  return (
    <section class="holds" aria-labelledby="holds">
      <h2 id="holds" tabIndex={-1}>
        {say('holds')}
      </h2>
      <Note at="holds" />
      <p class="quiet">
        {list.holds.length === 0
          ? say('noHolds')
          : say('atMost', { count: list.holds.length, limit: patron.holdLimit })}
        {pace !== undefined && ` ${say('readyAtATime', { count: pace })}`}
      </p>
      <ActionList isFlat of={list} focusAfter={['holds']} words={wordsForAll(list.holds)} />
      <ul class={list.holds.length > MAX_ROOMY ? 'cards dense' : 'cards'}>
        {byUrgency(list.holds).map((hold) => (
          <li key={hold.reserveId}>
            <HoldCard hold={hold} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many holds are ready at the same time, if the patron has chosen that. */
function paceOf(list: HoldList): number | undefined {
  const fields = actionsOf(list).flatMap(([name, { fields = [] }]) => (name === 'choosePace' ? fields : []));
  const chosen = fields.find(({ name }) => name === 'readyAtMost')?.value;
  return chosen === undefined ? undefined : Number(chosen);
}

/** Buttons for all holds say how many they change, and how many they leave. */
function wordsForAll(holds: readonly HoldRecord[]): Wording {
  const conditions = holds.map(conditionOf);
  const ready = conditions.filter((each) => each === 'ready').length;
  const waiting = conditions.filter((each) => each === 'waiting').length;
  return {
    label: (actionName, { includeReady }) => {
      if (actionName !== 'suspendAll') return undefined;
      if (includeReady === 'true' || ready === 0)
        return say('suspendHolds', { count: includeReady === 'true' ? waiting + ready : waiting });
      return say('suspendHoldsLeave', { count: waiting, ready });
    },
    done: (actionName, answer) =>
      actionName === 'suspendAll' ? outcomesInWords(answer as OutcomeList) : undefined,
  };
}

function outcomesInWords({ outcomes }: OutcomeList): string {
  const count = (wanted: string): number => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const [suspended, left, refused] = [count('suspended'), count('leftReady'), count('refused')];
  return [
    say('holdsSuspended', { count: suspended }),
    ...(left > 0 ? [say('leftReady', { count: left })] : []),
    ...(refused > 0 ? [say('notSuspended', { count: refused })] : []),
  ].join(' ');
}
