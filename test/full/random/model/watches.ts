import { type Answer, refused, succeeded } from './answers.js';
import { isAddress, remove, withHold } from './holds.js';
import { conditionOf, hasQueue } from './queue.js';
import { patronOf, type State, type Watch } from './state.js';
import type { StepOf } from './steps.js';

/** Commands on watches (contract: #watches). */

export function watch(state: State, step: StepOf<'watch'>): Answer {
  if (step.email !== 'none' && !isAddress(step.email)) return refused(400, 'InvalidEmailAddress');
  if (!step.insteadOfHold)
    return hasQueue(state, step.title) ? watched(state, step) : refused(404, 'NotFound');
  return withHold(state, step, (hold) => {
    if (conditionOf(state, hold) === 'ready') return refused(400, 'HoldReadyForCheckout');
    remove(state, { ...step, kind: 'remove', by: 'reserveId' });
    return watched(state, step);
  });
}

function watched(state: State, { patron, title, email }: StepOf<'watch'>): Answer {
  const watch = { title, email: email === 'none' ? '' : email };
  unwatched(state, patron, title).push(watch);
  return succeeded(201, watch);
}

/** @returns the patron's other watches */
function unwatched(state: State, patron: number, title: number): Watch[] {
  const own = patronOf(state, patron);
  own.watches = own.watches.filter((each) => each.title !== title);
  return own.watches;
}

export function unwatch(state: State, { patron, title }: StepOf<'unwatch'>): Answer {
  const before = patronOf(state, patron).watches.length;
  return unwatched(state, patron, title).length < before ? succeeded(204) : refused(404, 'NotFound');
}

export function listWatches(state: State, { patron }: StepOf<'list watches'>): Answer {
  const { watches } = patronOf(state, patron);
  return succeeded(
    200,
    watches.toSorted((one, other) => one.title - other.title),
  );
}
