import type { Chapter } from './operation-words.js';

const CHECKOUTS = '/v1/patrons/me/checkouts';
const CHECKOUT = `${CHECKOUTS}/{id}`;

export const CHECKOUT_OPERATIONS: Chapter = {
  name: 'Checkouts',
  description: 'A patron’s loans. A loan ends by itself when its time is over.',
  operations: {
    [`GET ${CHECKOUTS}`]: { id: 'listCheckouts', summary: 'List the checkouts' },
    [`POST ${CHECKOUTS}`]: {
      id: 'borrow',
      summary: 'Borrow a title',
      description: 'With a ready hold, or when a copy is free. It ends the patron’s hold on the title.',
      meanings: { formatType: 'One of the title’s formats: with it the format is locked in.' },
      refusals: ['TitleAlreadyCheckedOut', 'NoCopiesAvailable', 'PatronHasExceededCheckoutLimit'],
      needsOneOf: ['reserveId', 'crossRefId', 'id'],
      exampleFields: ['reserveId', 'formatType'],
      isLocated: true,
    },
    [`GET ${CHECKOUT}`]: {
      id: 'findCheckout',
      summary: 'Find one checkout',
      refusals: ['TitleNotCheckedOut'],
    },
    [`DELETE ${CHECKOUT}`]: {
      id: 'returnCheckout',
      summary: 'Return a title',
      description: 'The copy goes to the next in line.',
      refusals: ['PatronDoesntHaveTitleCheckedOut'],
    },
  },
};
