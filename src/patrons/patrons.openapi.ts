import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { PatronsController } from './patrons.controller.js';

export const PATRONS: TagDescription = {
  name: 'Patron information',
  description:
    'Where a client begins: links to all that concerns the patron, and templates for search and availability.',
  controllers: [
    describeOperations(PatronsController, {
      profile: {
        operationId: 'getPatron',
        summary: 'Read the patron’s information',
        description: 'The entry point: limits, lending periods, and links to everything else.',
      },
      preferLendingPeriod: {
        operationId: 'preferLendingPeriod',
        summary: 'Choose a lending period',
        description:
          'One format per call. Where the library has an override, the preference is kept and counts when the override goes.',
        refusals: ['InvalidLendingPeriod'],
      },
    }),
  ],
};
