import { type CheckoutFacts, collectionToLendFrom } from '../../../src/domain/checkout.js';
import type { Hold } from '../../../src/domain/holds/hold.js';
import { refusalOf } from './refusal-of.js';

const NOW = new Date('2026-11-21T09:41:07Z');

const FREE: CheckoutFacts = {
  alreadyCheckedOut: false,
  inPatronsCollections: true,
  checkouts: 0,
  checkoutLimit: 5,
  hold: undefined,
  freeCopies: [{ collectionId: 'main', free: 1, categories: ['adult'] }],
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
    refusalOf(() => void collectionToLendFrom({ ...FREE, ...changed }));
  expect(attempt({})).toBeUndefined();
  expect(attempt({ freeCopies: [] })).toBe('NoCopiesAvailable');
  expect(attempt(NO_LONGER_THERE)).toBe('TitleNotInCollection');
});

test('a title that is not there is answered alike whatever the patron’s limit', () => {
  const facts = { ...FREE, ...NO_LONGER_THERE, checkouts: 5 };
  expect(refusalOf(() => void collectionToLendFrom(facts))).toBe('TitleNotInCollection');
});

test('a copy that is set aside is lent, even if the collection has given the title up meanwhile', () => {
  expect(collectionToLendFrom({ ...FREE, ...NO_LONGER_THERE, hold: READY })).toBe('given-up');
});

test('a copy that is set aside is lent before a free one', () => {
  expect(collectionToLendFrom({ ...FREE, hold: READY })).toBe('given-up');
});

test('a patron whose hold still waits gets a free copy', () => {
  expect(collectionToLendFrom({ ...FREE, hold: { ...READY, pickup: null } })).toBe('main');
});

test('a title that the patron has on loan is not lent again, whatever else speaks against it', () => {
  const facts = { ...FREE, ...NO_LONGER_THERE, alreadyCheckedOut: true, checkouts: 5 };
  expect(refusalOf(() => void collectionToLendFrom(facts))).toBe('TitleAlreadyCheckedOut');
});

test('a copy set aside replaces the loan that the patron has, whatever the limit', () => {
  const facts = { ...FREE, alreadyCheckedOut: true, checkouts: 6, hold: READY };
  expect(collectionToLendFrom(facts)).toBe('given-up');
});

test('a hold that waits replaces no loan, even while a copy is free', () => {
  const facts = { ...FREE, alreadyCheckedOut: true, hold: { ...READY, pickup: null } };
  expect(refusalOf(() => void collectionToLendFrom(facts))).toBe('TitleAlreadyCheckedOut');
});

test('a patron borrows up to the limit, and the refusal at the limit contains it', () => {
  expect(collectionToLendFrom({ ...FREE, checkouts: 4 })).toBe('main');
  for (const facts of [
    { ...FREE, checkouts: 5 },
    { ...FREE, checkouts: 6 },
    { ...FREE, checkouts: 5, hold: READY },
  ])
    expect(() => collectionToLendFrom(facts)).toThrow(
      expect.objectContaining({
        code: 'PatronHasExceededCheckoutLimit',
        message: 'Patron has reached the limit of 5 checkouts.',
      }) as Error,
    );
});
