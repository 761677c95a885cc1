import type { Chapter } from './operation-words.js';

const ME = '/v1/patrons/me';

export const PATRONS: Chapter = {
  name: 'Patron information',
  description:
    'Where a client begins: links to all that concerns the patron, and templates for search and availability.',
  operations: {
    [`GET ${ME}`]: {
      id: 'getPatron',
      summary: 'Read the patron’s information',
    },
    [`PUT ${ME}`]: {
      id: 'preferLendingPeriod',
      summary: 'Choose a lending period',
      description:
        'One format per call. Where the library has an override, the preference is kept and counts when the override goes.',
      refusals: ['InvalidLendingPeriod'],
    },
  },
};
