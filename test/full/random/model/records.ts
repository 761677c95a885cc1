import { type Answer, succeeded } from './answers.js';
import { categoryOf, freeCopies, applyDue } from './queue.js';
import { patronOf, type State, titleOf } from './state.js';
import type { StepOf } from './steps.js';

/** Imports of records. A record that changes something brings the queues that the change may serve up to date. */

export function own(state: State, step: StepOf<'own'>): Answer {
  const queue = titleOf(state, step.title);
  if (queue.owned[step.collection] === step.copies) return succeeded(200);
  queue.owned[step.collection] = step.copies;
  if (queue.holds.length > 0) applyDue(state, step.title);
  return succeeded(200);
}

export function movePatron(state: State, step: StepOf<'move patron'>): Answer {
  const patron = patronOf(state, step.patron);
  if (patron.category === step.category) return succeeded(200);
  patron.category = step.category;
  for (const [title, { holds }] of state.titles.entries())
    if (holds.some((hold) => hold.patron === step.patron)) applyDue(state, title);
  return succeeded(200);
}

/** Only added collections can serve waiting patrons: copies that are already set aside stay so. */
export function openCollections(state: State, { category, collections }: StepOf<'open collections'>): Answer {
  const before = state.collectionsOf[category];
  state.collectionsOf[category] = collections;
  const added = collections.filter((collection) => !before.includes(collection));
  for (const [title, queue] of state.titles.entries()) {
    const hasCopy = added.some((collection) => freeCopies(queue, collection) > 0);
    const isWanted = queue.holds.some((hold) => hold.pickup === null && categoryOf(state, hold) === category);
    if (hasCopy && isWanted) applyDue(state, title);
  }
  return succeeded(200);
}
