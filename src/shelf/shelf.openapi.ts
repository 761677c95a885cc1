import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { MOVE_CLOCK } from '../sandbox/sandbox.openapi.js';
import { ShelfController } from './shelf.controller.js';
import { ShelfSandboxController } from './shelf-sandbox.controller.js';
import { VIEWS } from './views.js';

const PAGE = {
  fieldDescriptions: {
    library: 'Offer this library only to sign in to.',
    lang: 'The language of the page, before the one of the browser. One that the library does not offer is left out.',
  },
  mediaTypes: ['text/html'],
  hasErrorPages: true,
  refusals: ['NotFound'],
} as const;

const OF_FORMS = ['UnsupportedMediaType', 'PayloadTooLarge', 'RequestTimeout'] as const;

export const SHELF: TagDescription = {
  name: 'Shelf',
  description:
    'A page on which patrons see their holds and loans, and what it needs. It exists only where `SHELF` is true. Clients use none of these addresses.',
  controllers: [
    describeOperations(ShelfController, {
      page: [
        { ...PAGE, path: '', operationId: 'readShelf', summary: 'Read the page' },
        ...VIEWS.map((view) => ({
          ...PAGE,
          path: view,
          operationId: `readShelf${view.charAt(0).toUpperCase()}${view.slice(1)}`,
          summary: `Read the page, which shows the ${view}`,
        })),
      ],
      signIn: {
        operationId: 'signInToShelf',
        hasErrorPages: true,
        summary: 'Sign a patron in, from the page',
        description:
          'Refused unless a page of the service sends it. An unknown card and a wrong PIN get the same answer. The limits are those of `POST /patrontoken`.',
        refusals: ['NotFound', 'MissingField', 'Unauthorized', 'TooManyRequests', ...OF_FORMS],
        body: {
          mediaType: 'application/x-www-form-urlencoded',
          schema: {
            type: 'object',
            properties: {
              websiteId: { type: 'integer', description: 'The library’s number.', examples: [37] },
              cardNumber: { type: 'string', examples: ['21234000012345'] },
              pin: { type: 'string', description: 'Empty where the card alone will do.', examples: ['4711'] },
            },
            required: ['websiteId', 'cardNumber'],
          },
          example: { websiteId: 37, cardNumber: '21234000012345', pin: '4711' },
        },
      },
      signOut: {
        operationId: 'signOutOfShelf',
        hasErrorPages: true,
        summary: 'End the patron’s token, from the page',
        description: 'Refused unless a page of the service sends it.',
        refusals: ['NotFound'],
      },
      file: {
        operationId: 'readShelfFile',
        summary: 'Read a file that the page loads',
        mediaTypes: ['text/javascript', 'text/css', 'image/svg+xml', 'text/plain'],
        hasErrorPages: true,
        refusals: ['NotFound'],
      },
    }),
    describeOperations(ShelfSandboxController, {
      readClock: {
        operationId: 'readShelfClock',
        hasErrorPages: true,
        summary: 'Read the clock of a sandbox on one’s own machine',
        refusals: ['NotFound'],
      },
      moveClock: {
        ...MOVE_CLOCK,
        operationId: 'moveShelfClock',
        hasErrorPages: true,
        summary: 'Move the clock of a sandbox on one’s own machine',
        refusals: [...MOVE_CLOCK.refusals, 'NotFound'],
      },
      listMails: {
        operationId: 'listShelfMails',
        hasErrorPages: true,
        summary: 'Read the mails that a sandbox on one’s own machine has written',
        refusals: ['NotFound'],
      },
    }),
  ],
};
