import {
  type Condition,
  conditionOf,
  type HoldAction,
  type HoldListAction,
  holdListActions,
  offeredActions,
} from '../domain/holds/hold.js';
import { SUSPENSION_TYPES } from '../domain/holds/suspension.js';
import { type Action, type ActionField, REQUEST_TYPE } from '../http/answers/action.representation.js';
import type { Addresses } from '../http/answers/addresses.js';
import { borrowAction, watchAction } from '../http/answers/title-offers.representation.js';
import type { HeldTitle } from './holds.store.js';

const SUSPENSION_FIELDS: readonly ActionField[] = [
  { name: 'suspensionType', type: 'text', options: SUSPENSION_TYPES, optional: false },
  { name: 'numberOfDays', type: 'number', optional: true },
];

/** Not to be chosen: it makes of the watch what the action is for. */
const INSTEAD_OF_HOLD: ActionField = {
  name: 'insteadOfHold',
  type: 'text',
  value: 'true',
  options: ['true'],
  optional: false,
};

/** How each action is done (contract: #actions-on-a-hold). `offeredActions` says which of them. */
const ACTIONS: Readonly<Record<HoldAction, (held: HeldTitle, addresses: Addresses) => Action>> = {
  removeHold: ({ reserveId }, addresses) => ({ href: addresses.hold(reserveId), method: 'delete' }),
  editHold: ({ reserveId, hold }, addresses) => ({
    href: addresses.hold(reserveId),
    type: REQUEST_TYPE,
    method: 'put',
    fields: [{ name: 'emailAddress', type: 'text', value: hold.emailAddress ?? '', optional: true }],
  }),
  chooseLastDay: ({ reserveId, hold: { notNeeded } }, addresses) => ({
    href: addresses.hold(reserveId),
    type: REQUEST_TYPE,
    method: 'put',
    fields: [
      { name: 'notNeededAfter', type: 'date', ...(notNeeded && { value: notNeeded.after }), optional: true },
    ],
  }),
  addSuspension: ({ reserveId }, addresses) => ({
    href: addresses.suspension(reserveId),
    type: REQUEST_TYPE,
    method: 'post',
    fields: SUSPENSION_FIELDS,
  }),
  editSuspension: ({ reserveId }, addresses) => ({
    href: addresses.suspension(reserveId),
    type: REQUEST_TYPE,
    method: 'put',
    fields: SUSPENSION_FIELDS,
  }),
  releaseSuspension: ({ reserveId }, addresses) => ({
    href: addresses.suspension(reserveId),
    method: 'delete',
  }),
  watchInstead: (held, addresses) => watchAction(held, addresses, held.hold.emailAddress, [INSTEAD_OF_HOLD]),
  checkout: borrowAction,
};

/** What may be done to the hold now, in the table's order. */
export function representActions(
  held: HeldTitle,
  addresses: Addresses,
): Readonly<Partial<Record<HoldAction, Action>>> {
  const offered = offeredActions(held.hold, held.now);
  return Object.fromEntries(offered.map((name) => [name, ACTIONS[name](held, addresses)]));
}

/** Only by choice do the copies that are set aside for the patron pass to the next in line. */
const INCLUDE_READY: ActionField = {
  name: 'includeReady',
  type: 'text',
  value: 'false',
  options: ['false', 'true'],
  optional: true,
};

/** `suspendAll` has the fields of `addSuspension`, so that a client builds the same form; one more while a hold is ready. */
const LIST_ACTIONS: Readonly<
  Record<HoldListAction, (addresses: Addresses, conditions: readonly Condition[]) => Action>
> = {
  suspendAll: ({ allSuspensions }, conditions) => ({
    href: allSuspensions,
    type: REQUEST_TYPE,
    method: 'post',
    fields: conditions.includes('ready') ? [...SUSPENSION_FIELDS, INCLUDE_READY] : SUSPENSION_FIELDS,
  }),
  releaseAll: ({ allSuspensions }) => ({ href: allSuspensions, method: 'delete' }),
};

/** How many holds are offered to be ready at the same time. Others can be asked for. */
const OFFERED_PACES = [1, 2, 3, 4, 5, 6, 8, 10];

const paceField = (offered: readonly number[], value?: string): ActionField => ({
  name: 'readyAtMost',
  type: 'number',
  ...(value !== undefined && { value }),
  options: offered.map(String),
  optional: false,
});
/** That of most patrons, for whom nothing is to be put together. */
const NO_PACE = [paceField(OFFERED_PACES)];

function paceFields(readyAtMost: number): readonly ActionField[] {
  const offered = [...new Set([...OFFERED_PACES, readyAtMost])].sort((one, other) => one - other);
  return [paceField(offered, String(readyAtMost))];
}

/** Who has one hold has nothing to pace. */
function representPaceActions([first, second]: readonly HeldTitle[], { pace }: Addresses): HoldListActions {
  if (first === undefined) return {};
  const { readyAtMost } = first;
  const fields = readyAtMost === null ? NO_PACE : paceFields(readyAtMost);
  return {
    ...(second !== undefined && { choosePace: { href: pace, type: REQUEST_TYPE, method: 'put', fields } }),
    ...(readyAtMost !== null && { liftPace: { href: pace, method: 'delete' } }),
  };
}

export type HoldListActions = Readonly<Partial<Record<HoldListAction | 'choosePace' | 'liftPace', Action>>>;

/** What may be done to all holds of the list at once, and how many of them are ready at the same time. */
export function representListActions(held: readonly HeldTitle[], addresses: Addresses): HoldListActions {
  const conditions = held.map(({ hold, now }) => conditionOf(hold, now));
  const offered = holdListActions(conditions);
  return {
    ...Object.fromEntries(offered.map((name) => [name, LIST_ACTIONS[name](addresses, conditions)])),
    ...representPaceActions(held, addresses),
  };
}
