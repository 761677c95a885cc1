import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { CheckoutsController } from './checkouts.controller.js';

export const CHECKOUTS: TagDescription = {
  name: 'Checkouts',
  description: 'A patron’s loans. A loan ends by itself when its time is over.',
  controllers: [
    describeOperations(CheckoutsController, {
      list: { operationId: 'listCheckouts', summary: 'List the checkouts' },
      borrow: {
        operationId: 'borrow',
        summary: 'Borrow a title',
        description: 'With a ready hold, or when a copy is free. It ends the patron’s hold on the title.',
        fieldDescriptions: {
          formatType: 'One of the title’s formats: with it the format is locked in.',
        },
        refusals: ['TitleAlreadyCheckedOut', 'NoCopiesAvailable', 'PatronHasExceededCheckoutLimit'],
        requiresOneOf: ['reserveId', 'crossRefId', 'id'],
        exampleFields: ['reserveId', 'formatType'],
        hasLocation: true,
      },
      find: {
        operationId: 'findCheckout',
        summary: 'Find one checkout',
        refusals: ['TitleNotCheckedOut'],
      },
      return: {
        operationId: 'returnCheckout',
        summary: 'Return a title',
        description: 'The copy goes to the next in line.',
        refusals: ['PatronDoesntHaveTitleCheckedOut'],
      },
    }),
  ],
};
