import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { ActionsController } from './actions/actions.controller.js';
import { EventsController } from './events/events.controller.js';
import { BouncesController } from './mail/bounces.controller.js';
import { ClosuresController } from './closures/closures.controller.js';
import { ImportsController } from './imports/imports.controller.js';
import { MailController, NoticeController } from './mail/mail.controller.js';
import { NoticesController } from './mail/notices.controller.js';
import { PATRON_ADMINISTRATION } from './patrons/patron-administration.openapi.js';
import { PatronSearchController } from './patrons/patron-search.controller.js';
import { QueueMovesController } from './queues/queue-moves.controller.js';
import { QueuesController } from './queues/queues.controller.js';
import { RecordsController } from './imports/records.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { TimersController } from './timers/timers.controller.js';

const RECORDS = [
  { record: 'library', websiteId: 37, name: 'Harbour Public Library' },
  { record: 'collection', websiteId: 37, collectionId: 'main', name: 'Main Collection' },
];

const NDJSON = {
  mediaType: 'application/x-ndjson',
  schema: { type: 'string', description: 'One JSON object per line, with its kind as `record`.' },
  example: RECORDS.map((record) => `${JSON.stringify(record)}\n`).join(''),
};

const PAGE = { limit: 'How many to return; 50 by default.', offset: 'How many to skip.' };

export const OPERATOR: TagDescription = {
  name: 'Operator',
  description:
    'For a library’s staff and its systems: with the operator’s token, or with an API token as far as its role permits.',
  refusals: ['NotFound', 'Forbidden'],
  controllers: [
    describeOperations(RecordsController, {
      import: {
        operationId: 'importRecords',
        summary: 'Import records',
        description:
          'One JSON record per line, as a stream of any length. A line that is rejected changes nothing; all others are applied.',
        body: NDJSON,
        refusals: ['UnsupportedMediaType', 'InvalidRequestBody', 'PayloadTooLarge', 'RequestTimeout'],
        otherStatus: { status: 422, description: 'Some lines were rejected; the others are applied.' },
      },
    }),
    describeOperations(ImportsController, {
      list: {
        operationId: 'listImports',
        summary: 'See the imports of a library’s uploaded files',
        description: 'Of the last 90 days.',
        fieldDescriptions: PAGE,
      },
      start: {
        operationId: 'startImport',
        summary: 'Upload a file of records',
        description: 'The import goes on after the answer. Ask for its state by its number.',
        body: NDJSON,
        refusals: [
          'UnsupportedMediaType',
          'InvalidRequestBody',
          'PayloadTooLarge',
          'RequestTimeout',
          'InsufficientStorage',
        ],
      },
      find: { operationId: 'findImport', summary: 'See how far an import is' },
      rejections: {
        operationId: 'listImportRejections',
        summary: 'See which lines an import has rejected, and why',
        description: 'The first 10,000. The reasons do not name patrons; the line does, in the file itself.',
      },
    }),
    describeOperations(QueuesController, {
      ofLibrary: {
        operationId: 'listQueues',
        summary: 'See the longest queues of a library',
        description:
          'With the copies to buy so that no more than `targetRatio` holds wait for each and a new hold is likely to wait for no more than ' +
          '`targetWaitDays`, what one more copy would bring, and who may use which copies.',
        fieldDescriptions: {
          targetRatio:
            'Holds for each copy that the library wants to stay within. By default, what its settings say, or 6.',
          targetWaitDays:
            'Days that a new hold is likely to wait at most, as the library wants it. By default, what its settings say, or no goal.',
          ...PAGE,
        },
      },
      ofTitle: {
        operationId: 'findQueue',
        summary: 'See who waits for a title',
        fieldDescriptions: { websiteId: 'The library’s number.', ...PAGE },
      },
    }),
    describeOperations(EventsController, {
      list: {
        operationId: 'listEvents',
        summary: 'See what has happened',
        description:
          'In the last 30 days: in the order of the commits for each patron and each title, at least once. Patrons’ events name no ' +
          'title, and titles’ events no patron; neither times nor the order of the two tie them together. Those of patrons are told to the desk and administrators.',
        fieldDescriptions: {
          limit: 'How many to return at most; 100 by default.',
          iterator:
            'Begins behind the last event of that answer; `now`: behind all that there are. Without it, at the oldest event that is kept.',
          types: 'Only these, separated by commas.',
          websiteId: 'Only those of this library.',
          wait: 'For how many seconds to wait for an event if there is none.',
        },
        refusals: ['IteratorExpired'],
      },
    }),
    describeOperations(WebhooksController, {
      list: { operationId: 'listWebhooks', summary: 'See where a library is told what happens' },
      add: {
        operationId: 'addWebhook',
        summary: 'Tell a receiver what happens from now on',
        description:
          'Each event is sent by `POST`, signed as Standard Webhooks say, at least once, those of one patron or title in order. ' +
          'What is not answered with 2xx within 10 seconds is sent again for three days.',
        fieldDescriptions: {
          url: 'Of the receiver.',
          types: 'Only these, separated by commas; all by default.',
        },
      },
      find: { operationId: 'findWebhook', summary: 'See how a webhook does' },
      change: {
        operationId: 'changeWebhook',
        summary: 'Change, disable or enable a webhook',
        description: 'What waits is then sent at once. One that is enabled gets what it has missed.',
        fieldDescriptions: {
          url: 'Of the receiver.',
          types: 'Only these, separated by commas.',
          enabled: 'Whether it is told.',
        },
      },
      delete: { operationId: 'deleteWebhook', summary: 'Remove a webhook' },
      rotate: {
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook',
        description: 'For 24 hours, each event has a signature of both.',
      },
      test: { operationId: 'testWebhook', summary: 'Send an event that says nothing, and see the answer' },
      replay: {
        operationId: 'replayWebhook',
        summary: 'Send once more what has happened since a moment',
        description: 'As far as events are kept; with the same ids.',
        fieldDescriptions: { since: 'The hour of it for events of patrons, the minute for others.' },
      },
      attempts: {
        operationId: 'listWebhookAttempts',
        summary: 'See what a receiver answered',
        description: 'Of the last 7 days, the latest 1,000 at most.',
        fieldDescriptions: PAGE,
      },
    }),
    describeOperations(MailController, {
      unsent: {
        operationId: 'listUnsentNotices',
        summary: 'See which notices have not arrived',
        description: 'Those that are still true, the latest first.',
        fieldDescriptions: { ...PAGE, websiteId: 'Only those of this library.' },
      },
      retry: {
        operationId: 'retryNotices',
        summary: 'Send all undelivered notices again now',
        description: 'Those that were refused or given up, too: after the mail server was repaired.',
        fieldDescriptions: { websiteId: 'Only those of this library.' },
      },
      status: { operationId: 'readMailStatus', summary: 'See whether mail is paused, and what waits' },
      resume: {
        operationId: 'resumeMail',
        summary: 'Send mail from a restored copy',
        description: 'As `holdfast resume-mail`: use it when the original no longer sends any.',
      },
    }),
    describeOperations(NoticeController, {
      retry: {
        operationId: 'retryNotice',
        summary: 'Send the notice of one hold again',
        refusals: ['IgnoreHoldEmailCannotBeChanged', 'PatronDoesntHaveTitleOnHold'],
        fieldDescriptions: { emailAddress: 'Corrects the address of the hold first.' },
      },
    }),
    describeOperations(TimersController, {
      read: { operationId: 'readTimers', summary: 'See what time will end in a library within three days' },
    }),
    describeOperations(QueueMovesController, {
      move: {
        operationId: 'moveHolds',
        summary: 'Move the holds on a title to another',
        description:
          'All stand there in the order of their dates. Ready holds stay where they are. Sent again after a failure, it goes on with what is left.',
      },
    }),
    describeOperations(ClosuresController, {
      extendPickups: {
        operationId: 'extendPickups',
        summary: 'Let no pickup of a library end before a time',
        description: 'Their patrons get a mail with the new end. Sent again, it goes on with what is left.',
      },
      suspendHolds: {
        operationId: 'suspendHolds',
        summary: 'Suspend all holds of a library that wait',
        description: 'Until a time; those that are ready stay so. Sent again, it goes on with what is left.',
      },
    }),
    describeOperations(PatronSearchController, {
      search: { operationId: 'findPatronByCard', summary: 'Find the patron with a card' },
      lookUp: {
        operationId: 'lookUpPatrons',
        summary: 'Find patrons by card, number or address',
        fieldDescriptions: {
          text: 'A card number or the e-mail address of the last hold, of either also the first three characters or more; or a patron’s number.',
        },
      },
    }),
    describeOperations(BouncesController, {
      report: {
        operationId: 'reportBounce',
        summary: 'Report that a notice bounced',
        description:
          'As JSON, or as the mail itself: a delivery status notification as `message/rfc822` or `multipart/report`. The notice ' +
          'is listed as refused if `status` is permanent (`5.x.x`). Anything else changes nothing, with the same answer.',
        body: {
          mediaType: 'application/json',
          schema: {
            type: 'object',
            properties: {
              messageId: { type: 'string', description: 'The `Message-ID` of the notice.' },
              status: { type: 'string', description: 'As in RFC 3463.' },
              diagnosticCode: { type: 'string', description: 'What the mail server said.' },
              recipient: { type: 'string', description: 'Not needed.' },
            },
            required: ['messageId', 'status'],
          },
          example: {
            messageId: '<ready-0f1e2d3c4b5a49788695a4b3c2d1e0f9@library.example>',
            status: '5.1.1',
            diagnosticCode: 'smtp; 550 5.1.1 User unknown',
          },
        },
        refusals: ['UnsupportedMediaType', 'PayloadTooLarge', 'InvalidRequestBody', 'InvalidFieldValue'],
      },
    }),
    describeOperations(NoticesController, {
      preview: {
        operationId: 'previewNotice',
        summary: 'See what a library’s notice looks like',
        description: 'With the library’s settings as they are now, about a title that is only an example.',
        fieldDescriptions: {
          language: 'By default, the language of patrons who have none. The library need not offer it.',
        },
      },
    }),
    PATRON_ADMINISTRATION,
    describeOperations(ActionsController, {
      list: {
        operationId: 'listActions',
        summary: 'See who did what',
        description: 'What staff and machines did in the last 90 days, the latest first.',
        fieldDescriptions: {
          websiteId: 'The library’s number; all that the role permits by default.',
          patronId: 'Only what was done for this patron.',
          ...PAGE,
        },
      },
    }),
  ],
};
