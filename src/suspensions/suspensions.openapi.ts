import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { AllSuspensionsController } from './all-suspensions.controller.js';
import { SuspensionsController } from './suspensions.controller.js';

const ALL_SUSPENSIONS_FIELDS = {
  fieldDescriptions: {
    suspensionType: '`indefinite` stays until it is released.',
    numberOfDays: 'Days of 24 hours, from now.',
  },
  exampleFields: ['suspensionType', 'numberOfDays'],
} as const;

const SUSPENSION_FIELDS = {
  ...ALL_SUSPENSIONS_FIELDS,
  fieldDescriptions: {
    emailAddress:
      'The patron’s current address, which becomes the hold’s. Ignored for a hold placed without one.',
    ...ALL_SUSPENSIONS_FIELDS.fieldDescriptions,
  },
} as const;

export const SUSPENSIONS: TagDescription = {
  name: 'Suspensions',
  description: 'A suspended hold keeps its place in the queue, and others get the copies meanwhile.',
  controllers: [
    describeOperations(AllSuspensionsController, {
      suspendAll: {
        ...ALL_SUSPENSIONS_FIELDS,
        fieldDescriptions: {
          ...ALL_SUSPENSIONS_FIELDS.fieldDescriptions,
          includeReady:
            'Ready holds, too: their copies go to the next in line. Without it they stay ready (`leftReady`).',
        },
        operationId: 'suspendAllHolds',
        summary: 'Suspend all holds',
        description:
          'Each hold that waits, and with `includeReady` each that is ready, in a transaction of its own; the answer says what was done to each.',
      },
      releaseAll: {
        operationId: 'releaseAllSuspensions',
        summary: 'Release all suspensions',
        description: 'As the release of each suspended hold; the answer says what was done to each.',
      },
    }),
    describeOperations(SuspensionsController, {
      suspend: {
        ...SUSPENSION_FIELDS,
        operationId: 'suspendHold',
        summary: 'Suspend a hold',
        description: 'A ready hold gives its copy to the next in line ("deliver later").',
        refusals: ['PatronDoesntHaveTitleOnHold', 'InvalidEmailAddress', 'HoldAlreadySuspended'],
      },
      change: {
        ...SUSPENSION_FIELDS,
        operationId: 'editSuspension',
        summary: 'Change a suspension',
        description: 'The days count from now.',
        refusals: ['PatronDoesntHaveTitleOnHold', 'InvalidEmailAddress', 'HoldNotSuspended'],
      },
      release: {
        operationId: 'releaseSuspension',
        summary: 'Release a suspension',
        description: 'The hold is live again, in its old place, and gets a copy at once if one is free.',
        refusals: ['PatronDoesntHaveTitleOnHold', 'HoldNotSuspended'],
      },
    }),
  ],
};
