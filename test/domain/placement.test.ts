import { permitPlacement, type PlacementFacts } from '../../src/domain/placement.js';
import { refusalOf } from './refusal-of.js';

const allowed: PlacementFacts = {
  inPatronsCollections: true,
  alreadyOnHold: false,
  alreadyCheckedOut: false,
  liveHolds: 4,
  holdLimit: 5,
};

const codeOf = (facts: PlacementFacts): string | undefined => refusalOf(() => permitPlacement(facts));

test('a patron below the limit may place a hold on a title of their collections', () => {
  expect(codeOf(allowed)).toBeUndefined();
});

test('a patron at the limit cannot place a hold, and a limit of 0 allows none', () => {
  expect(codeOf({ ...allowed, liveHolds: 5 })).toBe('PatronExceededHoldLimit');
  expect(codeOf({ ...allowed, liveHolds: 6 })).toBe('PatronExceededHoldLimit');
  expect(codeOf({ ...allowed, liveHolds: 0, holdLimit: 0 })).toBe('PatronExceededHoldLimit');
});

test('the refusal at the limit contains the limit', () => {
  expect(() => permitPlacement({ ...allowed, liveHolds: 5 })).toThrow(
    'Patron has reached the limit of 5 holds.',
  );
});

test('where several reasons apply, those about the title come first, and the limit last', () => {
  const overLimit = { ...allowed, liveHolds: 5 };
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

test('the refusal of a second hold has the text of the contract', () => {
  expect(() => permitPlacement({ ...allowed, alreadyOnHold: true })).toThrow(
    'Patron is already on the waiting list.',
  );
});
