import { isRenewable, permitPlacement, type PlacementFacts } from '../../../../src/domain/holds/placement.js';
import { refusalOf } from '../refusal-of.js';

const now = new Date('2026-11-22T12:00:00Z');
const HOUR_MS = 3_600_000;
const inHours = (hours: number): Date => new Date(now.getTime() + hours * HOUR_MS);

const allowed: PlacementFacts = {
  inPatronsCollections: true,
  alreadyOnHold: false,
  borrowedUntil: null,
  renewalDays: 3,
  now,
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
  const borrowed = { ...overLimit, borrowedUntil: inHours(73) };
  const elsewhere = { ...borrowed, inPatronsCollections: false };
  const held = { ...elsewhere, alreadyOnHold: true };
  expect([overLimit, borrowed, elsewhere, held].map(codeOf)).toEqual([
    'PatronExceededHoldLimit',
    'NotWithinRenewalWindow',
    'NotFound',
    'AlreadyOnWaitList',
  ]);
});

test('the refusal of a second hold has the text of the contract', () => {
  expect(() => permitPlacement({ ...allowed, alreadyOnHold: true })).toThrow(
    'Patron is already on the waiting list.',
  );
});

test('a title on loan can be held again from the first moment of the loan’s last days', () => {
  const codes = [73, 72, 1].map((hours) => codeOf({ ...allowed, borrowedUntil: inHours(hours) }));
  expect(codes).toEqual(['NotWithinRenewalWindow', undefined, undefined]);
  const justBefore = new Date(inHours(72).getTime() + 1);
  expect(codeOf({ ...allowed, borrowedUntil: justBefore })).toBe('NotWithinRenewalWindow');
});

test('the refusal before that says from when on', () => {
  expect(() => permitPlacement({ ...allowed, borrowedUntil: inHours(100), renewalDays: 1 })).toThrow(
    'Patron has checked out this title and can place a hold on it from 24 hours before the loan ends.',
  );
});

test('a library without renewals refuses a hold on a title on loan as ever', () => {
  const facts = { ...allowed, borrowedUntil: inHours(1), renewalDays: 0 };
  expect(codeOf(facts)).toBe('TitleAlreadyCheckedOut');
  expect(isRenewable(facts)).toBe(false);
});

test('the hold limit counts for a renewal too', () => {
  expect(codeOf({ ...allowed, borrowedUntil: inHours(1), liveHolds: 5 })).toBe('PatronExceededHoldLimit');
});
