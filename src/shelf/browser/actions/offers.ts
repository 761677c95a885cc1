import { type Action, actionsOf, isServed, type PatronRecord, type Resource } from '../http/records.js';

/** One of the actions that an answer offers, with its name. */
export interface Offer {
  readonly actionName: string;
  readonly action: Action;
}

/** What one comes for. What is not here stands behind "More", in the order of the answer. */
const FIRST = ['checkout', 'hold', 'format', 'releaseSuspension', 'addSuspension', 'editLendingPeriod'];

/** What is open to patrons with whom the library deals no more. Anything else would be refused. */
const ALWAYS_OPEN = [
  'removeHold',
  'unwatch',
  'earlyReturn',
  'format',
  'editLendingPeriod',
  'chooseNotices',
  'resetNotices',
  'sendPhoneCode',
  'confirmPhone',
  'removePhone',
];

/** The action that a card is most likely used for comes first, the others in the order of the answer. */
export function offersOf(resource: Resource, patron: PatronRecord): Offer[] {
  const offers = actionsOf(resource)
    .map(([actionName, action]): Offer => ({ actionName, action }))
    .filter(({ actionName }) => isServed(patron) || ALWAYS_OPEN.includes(actionName));
  const rank = ({ actionName }: Offer): number => {
    const place = FIRST.indexOf(actionName);
    return place < 0 ? FIRST.length : place;
  };
  return offers.sort((one, other) => rank(one) - rank(other));
}

export function isMain({ actionName }: Offer): boolean {
  return actionName === 'checkout' || actionName === 'hold';
}

/** What is deleted is the record itself. A place in a queue is lost with it, so the page asks first. */
export function endsTheRecord({ method, href }: Action, { links }: Resource): boolean {
  return method.toLowerCase() === 'delete' && href === links?.self?.href;
}
