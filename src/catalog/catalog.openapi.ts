import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { AvailabilityController } from './availability.controller.js';
import { LibrariesController } from './libraries.controller.js';
import { MetadataController } from './metadata.controller.js';
import { ProductsController } from './products.controller.js';

export const CATALOG: TagDescription = {
  name: 'Catalog',
  description:
    'The titles of collections, for patrons and for clients. The collection token stands in the patron’s links and ' +
    'templates, and in the library’s record; it can change, and an old one is 404. So is a title that is in none of ' +
    'the collections.',
  refusals: ['NotFound'],
  controllers: [
    describeOperations(ProductsController, {
      search: {
        operationId: 'search',
        summary: 'Search the catalog',
        description: 'A parameter that is empty, or was left as `{name}` in the template, is absent.',
        fieldDescriptions: {
          q: 'Words in title, creators and subjects, all of them; the last may be the beginning of one. Absent: all titles.',
          limit: 'How many titles to answer.',
          offset: 'How many titles of the result to pass over.',
          formats: 'Only titles that come in one of these.',
          sort: 'Absent: by relevance, or by title when there are no words.',
          availability: 'True: only titles of which a copy is free.',
        },
      },
      find: { operationId: 'findProduct', summary: 'Find one title, as a search would' },
    }),
    describeOperations(MetadataController, {
      find: { operationId: 'findMetadata', summary: 'Read all that the catalog tells of a title' },
      findSeveral: {
        operationId: 'listMetadata',
        summary: 'Read all that the catalog tells of several titles',
        description: 'Titles that are in none of the collections are left out.',
        fieldDescriptions: { reserveIds: 'The titles.' },
      },
    }),
    describeOperations(AvailabilityController, {
      ofTitle: {
        operationId: 'findAvailability',
        summary: 'See how available a title is',
        description:
          'With the action that the patron may do now: to borrow it, or to place a hold. A client gets none.',
      },
      byAccounts: {
        operationId: 'findAccountsAvailability',
        summary: 'See how available a title is, by account',
        description: 'The form that today’s clients of the catalog read.',
      },
      ofSeveral: {
        operationId: 'listAvailability',
        summary: 'See how available several titles are',
        description: 'Titles that are in none of the collections are left out.',
        fieldDescriptions: { products: 'The titles.' },
      },
    }),
    describeOperations(LibrariesController, {
      find: {
        operationId: 'findLibrary',
        summary: 'Read about a library',
        description: 'For its patrons, and for the clients that serve it.',
      },
      listAccounts: {
        operationId: 'listAdvantageAccounts',
        summary: 'List the accounts of a library that have numbers',
        description: 'For the clients that serve it. A patron gets an empty list.',
      },
      findAccount: {
        operationId: 'findAdvantageAccount',
        summary: 'Find an account of a library by its number',
      },
    }),
  ],
};
