import type { Chapter } from './operation-words.js';

const PRODUCTS = '/v1/collections/{token}/products';
const PRODUCT = `${PRODUCTS}/{id}`;
const SEVERAL = '/v2/collections/{token}';

export const CATALOG: Chapter = {
  name: 'Catalog',
  description:
    'The titles of the patron’s collections. The collection token stands in the patron’s links and templates; it can ' +
    'change, and an old one is 404. So is a title that is in none of the collections.',
  refusals: ['NotFound'],
  operations: {
    [`GET ${PRODUCTS}`]: {
      id: 'search',
      summary: 'Search the catalog',
      description: 'A parameter that is empty, or was left as `{name}` in the template, is absent.',
      meanings: {
        q: 'Words in title, creators and subjects, all of them; the last may be the beginning of one. Absent: all titles.',
        limit: 'How many titles to answer.',
        offset: 'How many titles of the result to pass over.',
        formats: 'Only titles that come in one of these.',
        sort: 'Absent: by relevance, or by title when there are no words.',
        availability: 'True: only titles of which a copy is free.',
      },
    },
    [`GET ${PRODUCT}`]: { id: 'findProduct', summary: 'Find one title, as a search would' },
    [`GET ${PRODUCT}/metadata`]: {
      id: 'findMetadata',
      summary: 'Read all that the catalog tells of a title',
    },
    [`GET ${PRODUCT}/availability`]: {
      id: 'findAvailability',
      summary: 'See how available a title is',
      description: 'With the action that is possible now: to borrow it, or to place a hold.',
    },
    [`GET ${SEVERAL}/products/{id}/availability`]: {
      id: 'findAccountsAvailability',
      summary: 'See how available a title is, by collection',
      description: 'The form that today’s clients of the catalog read.',
    },
    [`GET ${SEVERAL}/availability`]: {
      id: 'listAvailability',
      summary: 'See how available several titles are',
      description: 'Titles that are in none of the patron’s collections are left out.',
      meanings: { products: 'The titles.' },
    },
    'GET /v1/libraries/{websiteId}': {
      id: 'findLibrary',
      summary: 'Read about a library',
      description: 'For its patrons, and for the clients that serve it.',
    },
  },
};
