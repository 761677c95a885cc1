import { describeOperations } from '../http/openapi/describe-operations.js';
import { EVENT_STREAM } from './change-stream.js';
import { ChangesController } from './changes.controller.js';

export const CHANGES_OPERATIONS = describeOperations(ChangesController, {
  follow: {
    operationId: 'followChanges',
    summary: 'Be told of changes',
    description:
      'Server-sent events. Each says that a hold or a loan of the patron has changed, and not which: read again what you show. The first comes at once, unless the request has, as `Last-Event-ID`, the id of the latest. The answer does not end by itself.',
    mediaTypes: [EVENT_STREAM],
    isEndless: true,
    headers: [
      {
        name: 'Last-Event-ID',
        description: 'The id of the last event of an earlier answer.',
        example: '6d78c152-ae92-4ad0-b0c8-9f4a84de6c8c',
      },
    ],
    refusals: ['TooManyRequests'],
  },
});
