import { type PlacementFacts, permitPlacement } from '../../src/domain/placement.js';
import { refusalOf } from './refused.js';

const fine: PlacementFacts = {
  inPatronsCollections: true,
  alreadyOnHold: false,
  alreadyCheckedOut: false,
  liveHolds: 4,
  holdLimit: 5,
};

const codeOf = (facts: PlacementFacts): string | undefined => refusalOf(() => permitPlacement(facts));

test('a patron below the limit may place a hold on a title of their collections', () => {
  expect(codeOf(fine)).toBeUndefined();
});

test('the limit is reached by as many holds as it says, and a limit of 0 lets nobody hold anything', () => {
  expect(codeOf({ ...fine, liveHolds: 5 })).toBe('PatronExceededHoldLimit');
  expect(codeOf({ ...fine, liveHolds: 6 })).toBe('PatronExceededHoldLimit');
  expect(codeOf({ ...fine, liveHolds: 0, holdLimit: 0 })).toBe('PatronExceededHoldLimit');
});

test('the refusal at the limit says what the limit is', () => {
  expect(() => permitPlacement({ ...fine, liveHolds: 5 })).toThrow(
    'Patron has reached the limit of 5 holds.',
  );
});

test('one reason is given where several apply: first what is true of this title, and the limit last', () => {
  const overLimit = { ...fine, liveHolds: 5 };
  const borrowed = { ...overLimit, alreadyCheckedOut: true };
  const elsewhere = { ...borrowed, inPatronsCollections: false };
  const held = { ...elsewhere, alreadyOnHold: true };
  expect([overLimit, borrowed, elsewhere, held].map(codeOf)).toEqual([
    'PatronExceededHoldLimit',
    'TitleAlreadyCheckedOut',
    'NotFound',
    'AlreadyOnWaitList',
  ]);
});

test('a hold that already waits is told in the words that clients show', () => {
  expect(() => permitPlacement({ ...fine, alreadyOnHold: true })).toThrow(
    'Patron is already on the waiting list.',
  );
});
