import type { Chapter } from './operation-words.js';

const PATRON = '/operator/v1/patrons/{patronId}';
const CLOCK = '/sandbox/v1/clock';

const RECORDS = [
  { record: 'library', websiteId: 37, name: 'Harbour Public Library' },
  { record: 'collection', websiteId: 37, collectionId: 'main', name: 'Main Collection' },
];

const PAGE = { limit: 'How many to answer; 50 by default.', offset: 'How many to pass over.' };

export const OPERATOR: Chapter = {
  name: 'Operator',
  description:
    'For a library’s staff and its systems. These addresses exist only when `OPERATOR_TOKEN` is set.',
  refusals: ['NotFound'],
  operations: {
    'POST /operator/v1/records': {
      id: 'importRecords',
      summary: 'Bring records in',
      description:
        'One JSON record a line, as a stream of any length. A line that is rejected changes nothing; all others are applied.',
      body: {
        type: 'application/x-ndjson',
        schema: { type: 'string', description: 'One JSON object a line, with its kind as `record`.' },
        example: RECORDS.map((record) => `${JSON.stringify(record)}\n`).join(''),
      },
      refusals: ['UnsupportedMediaType'],
      otherwise: { status: 422, when: 'Some lines were rejected; the others are applied.' },
    },
    'GET /operator/v1/libraries/{websiteId}/queues': {
      id: 'listQueues',
      summary: 'See the longest queues of a library',
      description: 'With the copies to buy so that no more than `targetRatio` holds wait for each.',
      meanings: {
        targetRatio: 'Live holds for each copy that the library wants to stay within; 6 by default.',
        ...PAGE,
      },
    },
    'GET /operator/v1/titles/{id}/queue': {
      id: 'findQueue',
      summary: 'See who waits for a title',
      meanings: { websiteId: 'The library’s number.', ...PAGE },
    },
    'GET /operator/v1/mail': {
      id: 'listUnsentNotices',
      summary: 'See which notices have not arrived',
      description: 'Of holds that are still ready, the latest first.',
      meanings: PAGE,
    },
    'POST /operator/v1/mail/retry': {
      id: 'retryNotices',
      summary: 'Try all of them again now',
      description: 'Those that were refused or given up, too: after the mail server was mended.',
    },
    [`POST ${PATRON}/holds/{id}/removal`]: {
      id: 'removeHoldOf',
      summary: 'Remove a patron’s hold',
      refusals: ['PatronDoesntHaveTitleOnHold'],
    },
    [`POST ${PATRON}/checkouts/{id}/return`]: {
      id: 'returnCheckoutOf',
      summary: 'Return a title for a patron',
      refusals: ['PatronDoesntHaveTitleCheckedOut'],
    },
    [`GET ${PATRON}/export`]: {
      id: 'exportPatron',
      summary: 'Read all that the service knows of a patron',
    },
    [`DELETE ${PATRON}`]: {
      id: 'deletePatron',
      summary: 'Delete a patron, with all that is theirs',
      description: 'Copies that they have, or that were set aside for them, go to the next in line.',
    },
  },
};

export const SANDBOX: Chapter = {
  name: 'Sandbox',
  description: 'The movable clock, to see days pass. It exists only where `SANDBOX` is true.',
  refusals: ['NotFound'],
  operations: {
    [`GET ${CLOCK}`]: { id: 'readClock', summary: 'Read the clock' },
    [`POST ${CLOCK}`]: {
      id: 'moveClock',
      summary: 'Move the clock, or set it right',
      refusals: [
        'InvalidRequestBody',
        'InvalidFieldValue',
        'UnsupportedMediaType',
        'PayloadTooLarge',
        'RequestTimeout',
      ],
      body: {
        type: 'application/json',
        schema: {
          oneOf: [
            {
              type: 'object',
              properties: { advanceSeconds: { type: 'integer', minimum: 1, maximum: 315_360_000 } },
              required: ['advanceSeconds'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { reset: { const: true } },
              required: ['reset'],
              additionalProperties: false,
            },
          ],
        },
        example: { advanceSeconds: 86_400 },
      },
    },
  },
};
