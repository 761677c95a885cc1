import type { VNode } from 'preact';
import { ActionList, type Wording } from '../actions/action-list.js';
import { wordsOfAction } from '../actions/words.js';
import { Countdown } from '../frame/countdown.js';
import { Pill } from '../frame/pill.js';
import { ApiError } from '../http/api-client.js';
import type { HoldRecord } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { moment } from '../times.js';
import { kindsInWords } from '../titles/kinds.js';
import { FirstOf, OtherFormats } from '../titles/other-formats.js';
import { TitleCard } from '../titles/title-card.js';
import { useTitle } from '../titles/use-title.js';
import { actionAskedFor } from '../views.js';
import { say } from '../words/say.js';
import {
  type Condition,
  conditionInWords,
  conditionOf,
  lastDayInWords,
  lossInWords,
  toldInWords,
  waitInWords,
} from './condition.js';
import { Place } from './place.js';

interface HoldCardProps {
  readonly hold: HoldRecord;
  /** With a line for each thing. */
  readonly isLarge: boolean;
  /** That is read after it, to which the focus moves when it is gone. */
  readonly next: HoldRecord | undefined;
}

export function HoldCard({ hold, isLarge, next }: HoldCardProps): VNode {
  const { others } = useShelf();
  const { title, isLooking } = useTitle(hold);
  const condition = conditionOf(hold);
  const { reserveId } = hold;
  const name = title?.title ?? say('thisTitle');
  const words = useWording(hold, condition, name);
  const pill = <Pill of={condition} text={conditionInWords(condition)} />;
  const actions = !isLooking && (
    <ActionList
      of={hold}
      name={name}
      focusAfter={[
        ...[`hold-${reserveId}`, `loan-${reserveId}`, `later-${reserveId}`],
        ...(next ? [`hold-${next.reserveId}`] : []),
        ...['holds', 'loans'],
      ]}
      words={words}
      asked={actionAskedFor(location.href, reserveId)}
    />
  );
  return (
    <TitleCard id={`hold-${reserveId}`} kind={condition} title={title} isLooking={isLooking}>
      {isLarge ? (
        <>
          <p class="condition">{pill}</p>
          <End hold={hold} />
          {actions}
        </>
      ) : (
        <>
          <div class="state">
            {pill}
            {actions}
          </div>
          {condition === 'ready' ? <End hold={hold} /> : <Waiting hold={hold} />}
        </>
      )}
      <FirstOf hold={hold} />
      <OtherFormats
        name={name}
        kinds={kindsInWords(title?.formats ?? [])}
        others={others.get(reserveId) ?? []}
      />
    </TitleCard>
  );
}

/** What is lost is never lost unwarned: a place, and a copy that is set aside. */
function useWording(hold: HoldRecord, condition: Condition, title: string): Wording {
  const { client, finish } = useShelf();
  return {
    question: (actionName) => {
      if (actionName === 'removeHold')
        return condition === 'ready' ? say('copyIsLost', { title }) : say('placeIsLost', { title });
      if (actionName === 'watchInstead') return say('laterInstead', { title });
      return actionName === 'addSuspension' && condition === 'ready' ? say('copyGoesOn') : undefined;
    },
    check: async (actionName) => {
      const self = hold.links?.self;
      if (actionName !== 'addSuspension' || condition === 'ready' || self === undefined) return;
      if (conditionOf(await client.get<HoldRecord>(self.href)) !== 'ready') return;
      // Its card stands elsewhere now.
      await finish(say('readyByNow'), [`hold-${hold.reserveId}`]);
      throw new ApiError(400, '', say('readyByNow'));
    },
    done: (actionName) => (actionName === 'watchInstead' ? wordsOfAction('watch').done : undefined),
    leadsTo: (actionName) => (actionName === 'checkout' ? 'loans' : undefined),
  };
}

/** Until when a copy is set aside, or a suspension lasts. */
function End({
  hold: { holdExpires, holdSuspension, suspensionEndsDate },
}: {
  readonly hold: HoldRecord;
}): VNode | null {
  if (holdExpires !== undefined)
    return (
      <p class="end">
        {say('borrowBy', { time: moment(holdExpires) })} <Countdown to={holdExpires} />
      </p>
    );
  if (holdSuspension === undefined) return null;
  const { closure } = holdSuspension;
  if (suspensionEndsDate === undefined) return <p class="end">{say('untilResumed')}</p>;
  return (
    <p class="end">
      {say('suspendedUntil', { time: moment(suspensionEndsDate) })} <Countdown to={suspensionEndsDate} />
      {closure !== undefined && <> · {say('closedFor', { name: closure })}</>}
    </p>
  );
}

function Waiting({ hold }: { readonly hold: HoldRecord }): VNode {
  const { now, patron } = useShelf();
  const { emailAddress, holdListPosition, numberOfHolds, copiesLost, notNeededAfter } = hold;
  const wait = waitInWords(hold.estimatedWait, now());
  return (
    <>
      <End hold={hold} />
      <Place place={holdListPosition} length={numberOfHolds} />
      {wait !== undefined && <p class="quiet">{wait}</p>}
      {notNeededAfter !== undefined && <p class="quiet">{lastDayInWords(notNeededAfter, now())}</p>}
      {copiesLost !== undefined && <p class="quiet">{lossInWords(copiesLost, now())}</p>}
      {/* Mails are the rule: on a small card only their absence is told. */}
      <p class={emailAddress === '' ? 'quiet' : 'quiet mail'}>
        {toldInWords(emailAddress, patron.noticesBy)}
      </p>
    </>
  );
}
