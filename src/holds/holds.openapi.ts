import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import { HoldsController } from './holds.controller.js';
import { PaceController } from './pace.controller.js';

const PLACEMENT = {
  refusals: [
    'NotFound',
    'AlreadyOnWaitList',
    'TitleAlreadyCheckedOut',
    'NotWithinRenewalWindow',
    'PatronExceededHoldLimit',
  ],
  fieldDescriptions: {
    emailAddress: 'Where the notice goes when the title is there.',
    ignoreHoldEmail: 'True: no address is kept, and no notice sent. It cannot be changed later.',
    ignoreEmail: 'Another name of `ignoreHoldEmail`, which goes before it.',
    suspensionType: 'The hold is placed suspended. `indefinite` stays until it is released.',
    numberOfDays: 'Days of 24 hours, from now.',
  },
  hasLocation: true,
} as const;

const OWN_TITLE = 'The hold’s own title.';

export const HOLDS: TagDescription = {
  name: 'Holds',
  description:
    'A patron’s holds. A hold waits, is suspended, or is ready: a copy is set aside. Its `actions` tell what can be done now.',
  controllers: [
    describeOperations(PaceController, {
      read: { operationId: 'findPace', summary: 'Tell how many holds are ready at most' },
      choose: {
        operationId: 'choosePace',
        summary: 'Choose how many holds are ready at most',
        description:
          'While so many are ready, copies go past the patron’s other holds, which keep their places. Holds that are ready stay so.',
      },
      lift: {
        operationId: 'liftPace',
        summary: 'Let any number of holds be ready',
        description: 'As without a choice.',
      },
    }),
    describeOperations(HoldsController, {
      list: { operationId: 'listHolds', summary: 'List the holds', description: 'The newest first.' },
      place: [
        {
          ...PLACEMENT,
          path: '',
          operationId: 'placeHold',
          summary: 'Place a hold',
          description: 'When a copy is free and no hold waits for it, the hold is ready at once.',
          requiresOneOf: ['reserveId', 'crossRefId', 'id'],
          exampleFields: ['reserveId', 'emailAddress'],
        },
        {
          ...PLACEMENT,
          path: ':id',
          operationId: 'placeHoldAtAddress',
          summary: 'Place a hold at its address',
          description: 'As placing a hold in the list; the address names the title, so the fields need not.',
          exampleFields: ['emailAddress'],
        },
      ],
      find: {
        operationId: 'findHold',
        summary: 'Find one hold',
        refusals: ['PatronDoesntHaveTitleOnHold'],
      },
      change: {
        operationId: 'editHold',
        summary: 'Change the e-mail address of a hold',
        description: 'Without `emailAddress` nothing changes.',
        fieldDescriptions: {
          id: OWN_TITLE,
          reserveId: OWN_TITLE,
          crossRefId: OWN_TITLE,
          ignoreHoldEmail: 'As at the placement: it cannot be changed.',
          ignoreEmail: 'Another name of `ignoreHoldEmail`, which goes before it.',
        },
        refusals: ['PatronDoesntHaveTitleOnHold', 'HoldReadyForCheckout', 'IgnoreHoldEmailCannotBeChanged'],
        exampleFields: ['emailAddress'],
      },
      remove: {
        operationId: 'removeHold',
        summary: 'Remove a hold',
        description: 'A copy that was set aside for it goes to the next in line.',
        refusals: ['PatronDoesntHaveTitleOnHold'],
      },
    }),
  ],
};
