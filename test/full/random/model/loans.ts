import { type Answer, succeeded, viewOfLoan, periodOf, refused } from './answers.js';
import { licenceToUse, luckyCopies } from './licences.js';
import {
  findOwnHold,
  assignCopies,
  hasQueue,
  loansOf,
  reviewPatronOf,
  applyIfDue,
  sourceFor,
  titlesOfGroup,
  usableCollections,
} from './queue.js';
import type { StepOf } from './steps.js';
import { at, DAY, type FormatClass, patronOf, type State, TITLES, titleOf } from './state.js';

/** Commands on loans and lending periods (contract: #checkouts, contract: #choose-a-lending-period). */

export function borrow(state: State, { patron, title, format }: StepOf<'borrow'>): Answer {
  if (!hasQueue(state, title)) return refused(400, 'TitleNotInCollection');
  const { group: locked = null } = findOwnHold(state, { patron, title }) ?? {};
  const alternatives = titlesOfGroup(state, patron, locked).filter((other) => other !== title);
  applyIfDue(state, title);
  for (const other of alternatives) applyIfDue(state, other);
  const [queue, borrower] = [titleOf(state, title), patronOf(state, patron)];
  const running = queue.loans.find((loan) => loan.patron === patron);
  const hold = findOwnHold(state, { patron, title });
  if (running && !hold?.pickup) return refused(400, 'TitleAlreadyCheckedOut');
  const isInCollections = usableCollections(state, queue, borrower.category).length > 0;
  if (!hold?.pickup && !isInCollections) return refused(400, 'TitleNotInCollection');
  if (!running && loansOf(state, patron) >= (borrower.checkoutLimit ?? state.terms.checkoutLimit))
    return refused(400, 'PatronHasExceededCheckoutLimit');
  const others = hold?.pickup?.collection ?? sourceFor(state, queue, borrower.category);
  const collection = others ?? sourceFor(state, queue, borrower.category, luckyCopies);
  if (collection === undefined) return refused(400, 'NoCopiesAvailable');
  const { formats, formatClass } = at(TITLES, title);
  if (hold) {
    for (const other of titlesOfGroup(state, patron, hold.group))
      if (other !== title) endAlternative(state, patron, other);
    reviewPatronOf(state, hold);
  }
  queue.holds = queue.holds.filter((other) => other !== hold);
  queue.loans = queue.loans.filter((other) => other !== running);
  const loan = {
    patron,
    collection,
    from: state.now,
    until: state.now + periodOf(state, patron, formatClass) * DAY,
    format: format !== null && formats.includes(format) ? format : null,
    licence: null as string | null,
    isLucky: others === undefined,
  };
  queue.loans.push(loan);
  borrower.watches = borrower.watches.filter((watch) => watch.title !== title);
  if (running) assignCopies(state, title);
  const licence = loan.isLucky ? null : licenceToUse(queue, collection);
  if (licence === 'lucky') loan.isLucky = true;
  else if (licence !== null) {
    loan.licence = licence.id;
    licence.lent += 1;
  }
  borrower.existing = true;
  return succeeded(201, viewOfLoan(title, loan));
}

function endAlternative(state: State, patron: number, title: number): void {
  const queue = titleOf(state, title);
  const hold = findOwnHold(state, { patron, title });
  if (hold === undefined) return;
  reviewPatronOf(state, hold);
  queue.holds = queue.holds.filter((other) => other !== hold);
  if (hold.pickup !== null) assignCopies(state, title);
}

export function returnTitle(state: State, { patron, title }: StepOf<'return' | 'operator returns'>): Answer {
  if (hasQueue(state, title)) applyIfDue(state, title);
  const queue = titleOf(state, title);
  const loan = queue.loans.find((one) => one.patron === patron);
  if (loan === undefined) return refused(400, 'PatronDoesntHaveTitleCheckedOut');
  queue.loans = queue.loans.filter((other) => other !== loan);
  assignCopies(state, title);
  return succeeded(204);
}

const OPTIONS: Readonly<Record<FormatClass, readonly number[]>> = {
  eBook: [1, 7, 14, 21, 89],
  Audiobook: [1, 7, 14, 21],
  Video: [1, 3, 5, 7],
};

export function prefer(state: State, { patron, formatClass, days }: StepOf<'prefer'>): Answer {
  if (!OPTIONS[formatClass].includes(days)) return refused(400, 'InvalidLendingPeriod');
  patronOf(state, patron).preferences[formatClass] = days;
  return succeeded(204);
}
