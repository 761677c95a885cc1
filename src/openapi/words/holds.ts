import type { Chapter } from './operation-words.js';

const HOLDS = '/v1/patrons/me/holds';
const HOLD = `${HOLDS}/{id}`;
const SUSPENSION = `${HOLD}/suspension`;

const PLACEMENT_REFUSALS = [
  'NotFound',
  'AlreadyOnWaitList',
  'TitleAlreadyCheckedOut',
  'PatronExceededHoldLimit',
] as const;

const PLACEMENT_MEANINGS = {
  emailAddress: 'Where the notice goes when the title is there.',
  ignoreHoldEmail: 'True: no address is kept, and no notice sent. It cannot be changed later.',
};

const NAMES_OF_A_TITLE = ['reserveId', 'crossRefId', 'id'];

export const HOLD_OPERATIONS: Chapter = {
  name: 'Holds',
  description:
    'A patron’s holds. A hold waits, is suspended, or is ready: a copy is set aside. Its `actions` tell what can be done now.',
  operations: {
    [`GET ${HOLDS}`]: {
      id: 'listHolds',
      summary: 'List the holds',
      description: 'The newest first.',
    },
    [`POST ${HOLDS}`]: {
      id: 'placeHold',
      summary: 'Place a hold',
      description: 'When a copy is free and nobody waits for it, the hold is ready at once.',
      refusals: PLACEMENT_REFUSALS,
      meanings: PLACEMENT_MEANINGS,
      needsOneOf: NAMES_OF_A_TITLE,
      exampleFields: ['reserveId', 'emailAddress'],
      isLocated: true,
    },
    [`GET ${HOLD}`]: {
      id: 'findHold',
      summary: 'Find one hold',
      refusals: ['PatronDoesntHaveTitleOnHold'],
    },
    [`POST ${HOLD}`]: {
      id: 'placeHoldAtAddress',
      summary: 'Place a hold at its address',
      description: 'As placing a hold in the list; the address names the title, so the fields need not.',
      refusals: PLACEMENT_REFUSALS,
      meanings: PLACEMENT_MEANINGS,
      exampleFields: ['emailAddress'],
      isLocated: true,
    },
    [`PUT ${HOLD}`]: {
      id: 'editHold',
      summary: 'Change the e-mail address of a hold',
      description: 'Without `emailAddress` nothing changes.',
      meanings: {
        id: 'The hold’s own title.',
        reserveId: 'The hold’s own title.',
        crossRefId: 'The hold’s own title.',
        ignoreHoldEmail: 'As at the placement: it cannot be changed.',
      },
      refusals: ['PatronDoesntHaveTitleOnHold', 'HoldReadyForCheckout', 'IgnoreHoldEmailCannotBeChanged'],
      exampleFields: ['emailAddress'],
    },
    [`DELETE ${HOLD}`]: {
      id: 'removeHold',
      summary: 'Remove a hold',
      description: 'A copy that was set aside for it goes to the next in line.',
      refusals: ['PatronDoesntHaveTitleOnHold'],
    },
  },
};

const SUSPENSION_MEANINGS = {
  emailAddress: 'The address with which the hold was placed.',
  suspensionType: '`indefinite` stays until it is released.',
  numberOfDays: 'Days of 24 hours, from now.',
};

export const SUSPENSION_OPERATIONS: Chapter = {
  name: 'Suspensions',
  description: 'A suspended hold keeps its place in the queue, and others get the copies meanwhile.',
  operations: {
    [`POST ${SUSPENSION}`]: {
      id: 'suspendHold',
      summary: 'Suspend a hold',
      description: 'A ready hold gives its copy to the next in line ("deliver later").',
      refusals: [
        'PatronDoesntHaveTitleOnHold',
        'InvalidEmailAddress',
        'EmailAddressMismatch',
        'HoldAlreadySuspended',
      ],
      meanings: SUSPENSION_MEANINGS,
      exampleFields: ['suspensionType', 'numberOfDays'],
    },
    [`PUT ${SUSPENSION}`]: {
      id: 'editSuspension',
      summary: 'Change a suspension',
      refusals: [
        'PatronDoesntHaveTitleOnHold',
        'InvalidEmailAddress',
        'EmailAddressMismatch',
        'HoldNotSuspended',
      ],
      meanings: SUSPENSION_MEANINGS,
      exampleFields: ['suspensionType', 'numberOfDays'],
    },
    [`DELETE ${SUSPENSION}`]: {
      id: 'releaseSuspension',
      summary: 'Release a suspension',
      description: 'The hold is live again, in its old place, and gets a copy at once if one is free.',
      refusals: ['PatronDoesntHaveTitleOnHold', 'HoldNotSuspended'],
    },
  },
};
