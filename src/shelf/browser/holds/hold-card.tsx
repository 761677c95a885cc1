import type { VNode } from 'preact';
import { ActionList, type Wording } from '../actions/action-list.js';
import { ApiError } from '../http/api-client.js';
import type { HoldRecord } from '../http/records.js';
import { useShelf } from '../shelf-context.js';
import { day, moment } from '../times.js';
import { TitleCard } from '../titles/title-card.js';
import { useTitle } from '../titles/use-title.js';
import { type Condition, conditionOf, endOfSuspension, waitInWords } from './condition.js';
import { LineOfPeople } from './line-of-people.js';

export function HoldCard({ hold }: { readonly hold: HoldRecord }): VNode {
  const title = useTitle(hold.links?.metadata);
  const condition = conditionOf(hold);
  const { reserveId, emailAddress } = hold;
  const words = useWording(hold, condition);
  return (
    <TitleCard id={`hold-${reserveId}`} kind={condition} title={title}>
      <ConditionText hold={hold} condition={condition} />
      {condition !== 'ready' && (
        <p class="quiet mail">
          {emailAddress === '' ? 'No mail when it is ready.' : `Mail to ${emailAddress}`}
        </p>
      )}
      <ActionList
        of={hold}
        name={title?.title ?? 'this title'}
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
      actionName === 'addSuspension' && condition === 'ready'
        ? 'The copy that is set aside for you goes to the next patron. Your hold keeps its place.'
        : undefined,
    check: async (actionName) => {
      const self = hold.links?.self;
      if (actionName !== 'addSuspension' || condition === 'ready' || self === undefined) return;
      if (conditionOf(await client.get<HoldRecord>(self.href)) !== 'ready') return;
      await reread();
      throw new ApiError(400, '', 'It is ready for you by now, so it was not suspended.');
    },
  };
}

interface ConditionProps {
  readonly hold: HoldRecord;
  readonly condition: Condition;
}

function ConditionText({ hold, condition }: ConditionProps): VNode {
  const { now } = useShelf();
  const { holdListPosition: place, numberOfHolds: length, holdExpires } = hold;
  if (condition === 'ready')
    return (
      <p class="condition">
        <strong>Ready</strong>
        {holdExpires !== undefined && ` until ${moment(holdExpires)}`}
      </p>
    );
  const wait = waitInWords(hold.estimatedWait, now());
  const line = (
    <>
      {wait !== undefined && <p class="quiet">{wait}</p>}
      <LineOfPeople place={place} length={length} />
    </>
  );
  if (condition === 'waiting')
    return (
      <>
        <p class="condition">
          <strong>Waiting</strong>
          {`, number ${place} of ${length} in line`}
        </p>
        {line}
      </>
    );
  const end = endOfSuspension(hold, now());
  return (
    <>
      <p class="condition">
        <strong>Suspended</strong> {end === undefined ? 'until you resume it' : `until ${day(end)}`}
        {`, number ${place} of ${length} in line`}
      </p>
      {line}
    </>
  );
}
