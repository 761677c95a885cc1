import { type CheckoutFacts, copyToLend } from '../../../src/domain/checkout.js';
import type { Hold } from '../../../src/domain/holds/hold.js';
import { refusalOf } from './refusal-of.js';

const NOW = new Date('2026-11-21T09:41:07Z');

const FREE: CheckoutFacts = {
  alreadyCheckedOut: false,
  inPatronsCollections: true,
  checkouts: 0,
  checkoutLimit: 5,
  luckyLoans: 0,
  luckyLoanLimit: null,
  hold: undefined,
  freeCopies: [{ collectionId: 'main', free: 1, lucky: 0, categories: ['adult'] }],
  category: 'adult',
};

const READY: Hold = {
  ticket: 1,
  emailAddress: null,
  placedAt: NOW,
  suspension: null,
  pickup: { collectionId: 'given-up', expiresAt: new Date('2026-11-24T09:41:07Z') },
  missedPickups: 0,
};

const NO_LONGER_THERE = { inPatronsCollections: false, freeCopies: [] };

test('a title that none of the patron’s collections has is told apart from one without a free copy', () => {
  const attempt = (changed: Partial<CheckoutFacts>): string | undefined =>
    refusalOf(() => void copyToLend({ ...FREE, ...changed }));
  expect(attempt({})).toBeUndefined();
  expect(attempt({ freeCopies: [] })).toBe('NoCopiesAvailable');
  expect(attempt(NO_LONGER_THERE)).toBe('TitleNotInCollection');
});

test('a title that is not there is answered alike whatever the patron’s limit', () => {
  const facts = { ...FREE, ...NO_LONGER_THERE, checkouts: 5 };
  expect(refusalOf(() => void copyToLend(facts))).toBe('TitleNotInCollection');
});

test('a copy that is set aside is lent, even if the collection has given the title up meanwhile', () => {
  expect(copyToLend({ ...FREE, ...NO_LONGER_THERE, hold: READY }).collectionId).toBe('given-up');
});

test('a copy that is set aside is lent before a free one', () => {
  expect(copyToLend({ ...FREE, hold: READY }).collectionId).toBe('given-up');
});

test('a patron whose hold still waits gets a free copy', () => {
  expect(copyToLend({ ...FREE, hold: { ...READY, pickup: null } }).collectionId).toBe('main');
});

test('a title that the patron has on loan is not lent again, whatever else speaks against it', () => {
  const facts = { ...FREE, ...NO_LONGER_THERE, alreadyCheckedOut: true, checkouts: 5 };
  expect(refusalOf(() => void copyToLend(facts))).toBe('TitleAlreadyCheckedOut');
});

test('a copy set aside replaces the loan that the patron has, whatever the limit', () => {
  const facts = { ...FREE, alreadyCheckedOut: true, checkouts: 6, hold: READY };
  expect(copyToLend(facts).collectionId).toBe('given-up');
});

test('a hold that waits replaces no loan, even while a copy is free', () => {
  const facts = { ...FREE, alreadyCheckedOut: true, hold: { ...READY, pickup: null } };
  expect(refusalOf(() => void copyToLend(facts))).toBe('TitleAlreadyCheckedOut');
});

test('a patron borrows up to the limit, and the refusal at the limit contains it', () => {
  expect(copyToLend({ ...FREE, checkouts: 4 }).collectionId).toBe('main');
  for (const facts of [
    { ...FREE, checkouts: 5 },
    { ...FREE, checkouts: 6 },
    { ...FREE, checkouts: 5, hold: READY },
  ])
    expect(() => copyToLend(facts)).toThrow(
      expect.objectContaining({
        code: 'PatronHasExceededCheckoutLimit',
        message: 'Patron has reached the limit of 5 checkouts.',
      }) as Error,
    );
});

describe('a Lucky Day copy', () => {
  const LUCKY = { ...FREE, freeCopies: [{ collectionId: 'main', free: 0, lucky: 1, categories: ['adult'] }] };

  test('is lent when no other is free, and to nobody whose copy is set aside', () => {
    expect(copyToLend(LUCKY)).toEqual({ collectionId: 'main', isLucky: true });
    const both = { ...LUCKY, freeCopies: LUCKY.freeCopies.map((copies) => ({ ...copies, free: 1 })) };
    expect(copyToLend(both).isLucky).toBe(false);
    expect(copyToLend({ ...LUCKY, hold: READY })).toEqual({ collectionId: 'given-up', isLucky: false });
  });

  test('counts towards a limit of its own', () => {
    const facts = { ...LUCKY, luckyLoans: 2, luckyLoanLimit: 2 };
    expect(() => copyToLend(facts)).toThrow('2 Lucky Day checkouts');
    expect(copyToLend({ ...facts, hold: READY }).isLucky).toBe(false);
    expect(copyToLend({ ...facts, luckyLoans: 1 }).isLucky).toBe(true);
  });
});
