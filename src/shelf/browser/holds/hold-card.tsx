import type { VNode } from 'preact';
import { ActionList, type Wording } from '../actions/action-list.js';
import { ApiError } from '../http/api-client.js';
import type { HoldRecord } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { day, moment } from '../times.js';
import { TitleCard } from '../titles/title-card.js';
import { useTitle } from '../titles/use-title.js';
import { Marked } from '../words/marked.js';
import { say } from '../words/say.js';
import { type Condition, conditionOf, endOfSuspension, lossInWords, waitInWords } from './condition.js';
import { LineOfPeople } from './line-of-people.js';

export function HoldCard({ hold }: { readonly hold: HoldRecord }): VNode {
  const title = useTitle(hold);
  const condition = conditionOf(hold);
  const { reserveId, emailAddress } = hold;
  const words = useWording(hold, condition);
  return (
    <TitleCard id={`hold-${reserveId}`} kind={condition} title={title}>
      <ConditionText hold={hold} condition={condition} />
      {condition !== 'ready' && (
        <p class="quiet mail">
          {emailAddress === '' ? say('noMail') : say('mailTo', { address: emailAddress })}
        </p>
      )}
      <ActionList
        of={hold}
        name={title?.title ?? say('thisTitle')}
        focusAfter={[`hold-${reserveId}`, `loan-${reserveId}`, 'holds']}
        words={words}
      />
    </TitleCard>
  );
}

/** A copy that is set aside is never passed on unwarned. */
function useWording(hold: HoldRecord, condition: Condition): Wording {
  const { client, reread } = useShelf();
  return {
    question: (actionName) =>
      actionName === 'addSuspension' && condition === 'ready' ? say('copyGoesOn') : undefined,
    check: async (actionName) => {
      const self = hold.links?.self;
      if (actionName !== 'addSuspension' || condition === 'ready' || self === undefined) return;
      if (conditionOf(await client.get<HoldRecord>(self.href)) !== 'ready') return;
      await reread();
      throw new ApiError(400, '', say('readyByNow'));
    },
  };
}

interface ConditionProps {
  readonly hold: HoldRecord;
  readonly condition: Condition;
}

function ConditionText({ hold, condition }: ConditionProps): VNode {
  const { now } = useShelf();
  const { holdListPosition: place, numberOfHolds: length } = hold;
  const wait = condition === 'ready' ? undefined : waitInWords(hold.estimatedWait, now());
  return (
    <>
      <p class="condition">
        <Marked text={conditionInWords(hold, condition, now())} />
      </p>
      {wait !== undefined && <p class="quiet">{wait}</p>}
      {hold.copiesLost !== undefined && <p class="quiet">{lossInWords(hold.copiesLost, now())}</p>}
      {condition !== 'ready' && <LineOfPeople place={place} length={length} />}
    </>
  );
}

function conditionInWords(hold: HoldRecord, condition: Condition, now: Date): string {
  const { holdListPosition: place, numberOfHolds: length, holdExpires } = hold;
  if (condition === 'ready')
    return holdExpires === undefined ? say('ready') : say('readyUntil', { time: moment(holdExpires) });
  if (condition === 'waiting') return say('waiting', { place, length });
  const end = endOfSuspension(hold, now);
  return end === undefined
    ? say('suspended', { place, length })
    : say('suspendedUntil', { day: day(end), place, length });
}
