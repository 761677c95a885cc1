import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { AvailabilityController } from './availability/availability.controller.js';
import { LibrariesController } from './libraries/libraries.controller.js';
import { MetadataController } from './metadata/metadata.controller.js';
import { ProductsController } from './products.controller.js';

export const CATALOG: TagDescription = {
  name: 'Catalog',
  description:
    'The titles of collections, for patrons and for clients. The collection token stands in the patron’s links and ' +
    'templates, and in the library’s record; it can change, and an old one is 404. So is a title that is in none of ' +
    'the collections, unless the patron holds it or has it on loan.',
  refusals: ['NotFound'],
  controllers: [
    describeOperations(ProductsController, {
      search: {
        operationId: 'search',
        summary: 'Search the catalog',
        description:
          'A parameter that is empty, or was left as `{name}` in the template, is absent. Without `q` all titles can be ' +
          'walked through, by the link `next` or by offsets, and each comes once.',
        fieldDescriptions: {
          q: 'Words in title, creators and subjects, all of them; the last may be the beginning of one. Or an ISBN, in either form, with or without hyphens. Absent: all titles.',
          limit:
            'How many titles to return; 25 by default, 300 at most, or 2,000 for a client with `minimum`. Who asks for more gets as many as that.',
          minimum: 'True: short records, which have only what names a title.',
          offset: 'How many titles of the result to skip.',
          formats: 'Only titles that come in one of these.',
          sort:
            'Several orders, the first of which counts most; unknown ones are ignored. Absent: by relevance, or by ' +
            '`id` when there are no words.',
          availability: 'True: only titles of which a copy is free.',
          after: 'A cursor: behind which title the page begins. Follow the link `next`, which has it.',
          crossRefId: 'Only this title.',
          identifier: 'Only titles with this ISBN or other identifier, with or without hyphens.',
          title: 'Only titles with all these words in the title itself.',
          creator: 'Only titles with all these words in the names of their creators.',
          series: 'Only titles of this series, without regard to case and accents.',
          subject: 'Only titles with all these words in their subjects.',
          language: 'Only titles in one of these languages.',
          mediaTypes: 'Only titles of one of these media.',
          daysSinceAdded: 'Only titles that were added within so many days.',
          lastTitleUpdateTime:
            'Only titles whose metadata or ownership changed since then, in the order of their changes, with those ' +
            'that were withdrawn.',
          lastUpdateTime: 'The same for any change, that of availability included.',
        },
      },
      find: {
        operationId: 'findProduct',
        summary: 'Find one title',
        description: 'The same record as in a search result.',
      },
      listIssues: {
        operationId: 'listIssues',
        summary: 'List the issues of a title',
        description: 'For clients that ask: an empty list, because no title here has issues.',
      },
    }),
    describeOperations(MetadataController, {
      find: { operationId: 'findMetadata', summary: 'Read the metadata of a title' },
      findSeveral: {
        operationId: 'listMetadata',
        summary: 'Read the metadata of several titles',
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
      ofTitles: {
        operationId: 'listTitlesAvailability',
        summary: 'See how available several titles are, with actions',
        description: 'Titles that are in none of the collections are left out.',
        fieldDescriptions: { products: 'The titles.' },
      },
      byAccounts: {
        operationId: 'findAccountsAvailability',
        summary: 'See how available a title is, by account',
        description: 'The second version of availability, which newer catalog clients read.',
      },
      ofSeveral: {
        operationId: 'listAvailability',
        summary: 'See how available several titles are, by account',
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
      findForecast: {
        operationId: 'findForecast',
        summary: 'See how good the estimated waits were',
        description:
          'How many holds were ready by the times that their patrons had been told when they placed them, in the last weeks.',
        fieldDescriptions: { weeks: 'How many weeks, the present one included.' },
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
