import type { VNode } from 'preact';
import { countedHolds } from '../../../domain/holds/counted-holds.js';
import { ActionList, type Wording } from '../actions/action-list.js';
import { Empty } from '../frame/empty.js';
import { ViewHead } from '../frame/view-head.js';
import { actionsOf, type HoldList, type HoldRecord, isServed, type OutcomeList } from '../http/records.js';
import { Suggestions } from '../search/suggestions.js';
import { useShelf } from '../shelf-context.js';
import { say } from '../words/say.js';
import { byUrgency, conditionOf } from './condition.js';
import { HoldCard } from './hold-card.js';
import { Later } from './later.js';

/** Of more holds, each has less room, so that they are seen at once. */
const MAX_ROOMY = 6;

export function Holds({ list }: { readonly list: HoldList }): VNode {
  const { patron } = useShelf();
  const isEmpty = list.holds.length === 0;
  const pace = paceOf(list);
  const holds = byUrgency(list.holds);
  const ready = holds.filter((hold) => conditionOf(hold) === 'ready');
  const others = holds.filter((hold) => !ready.includes(hold));
  return (
    <>
      <section class="holds" aria-labelledby="holds">
        <ViewHead view="holds" name={say('holds')} canRefresh />
        <p class="quiet">
          {!isEmpty && say('atMost', { count: countedHolds(list.holds), limit: patron.holdLimit })}
          {pace !== undefined && ` ${say('readyAtATime', { count: pace })}`}
        </p>
        {ready.length > 0 && <Cards holds={ready} look={ready.length > MAX_ROOMY ? 'dense' : 'large'} />}
        <ActionList
          isFlat
          of={offersFor(list)}
          focusAfter={['holds']}
          words={wordsForAll(ready.length, others.filter((hold) => conditionOf(hold) === 'waiting').length)}
        />
        <Cards holds={others} look={list.holds.length > MAX_ROOMY ? 'dense' : ''} />
        {isEmpty && <Empty text={say('noHolds')} />}
      </section>
      <Later />
      {isEmpty && isServed(patron) && <Suggestions rows={['free', 'newest', 'popular']} />}
    </>
  );
}

export function Cards({
  holds,
  look,
}: {
  readonly holds: readonly HoldRecord[];
  readonly look: string;
}): VNode {
  return (
    <ul class={`cards ${look}`}>
      {holds.map((hold, index) => (
        <li key={hold.reserveId}>
          <HoldCard hold={hold} isLarge={look === 'large'} next={holds[index + 1] ?? holds[index - 1]} />
        </li>
      ))}
    </ul>
  );
}

/** While nothing waits, there is nothing to suspend at once: a hold that is ready has its own button, and a warning. */
function offersFor(list: HoldList): HoldList {
  if (list.holds.some((hold) => conditionOf(hold) === 'waiting')) return list;
  const actions = actionsOf(list).filter(([name]) => name !== 'suspendAll');
  return { ...list, actions: Object.fromEntries(actions) };
}

/** How many holds are ready at the same time, if the patron has chosen that. */
function paceOf(list: HoldList): number | undefined {
  const fields = actionsOf(list).flatMap(([name, { fields = [] }]) => (name === 'choosePace' ? fields : []));
  const chosen = fields.find(({ name }) => name === 'readyAtMost')?.value;
  return chosen === undefined ? undefined : Number(chosen);
}

/** Buttons for all holds say how many they change, and how many they leave. */
function wordsForAll(ready: number, waiting: number): Wording {
  return {
    label: (actionName, { includeReady }) => {
      if (actionName !== 'suspendAll') return undefined;
      if (includeReady === 'true' || ready === 0)
        return say('suspendHolds', { count: includeReady === 'true' ? waiting + ready : waiting });
      return say('suspendHoldsLeave', { count: waiting, ready });
    },
    question: (actionName) => (actionName === 'choosePace' ? say('aboutPace') : undefined),
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
