import { describeOperations, type TagDescription } from '../http/openapi/describe-operations.js';
import type { OperationDescription } from '../http/openapi/operation-description.js';
import type { Schema } from '../http/openapi/schema.js';
import { ClockController } from './clock.controller.js';

/** What every address that moves the clock takes and refuses. */
export const MOVE_CLOCK = {
  refusals: [
    'InvalidRequestBody',
    'InvalidFieldValue',
    'UnsupportedMediaType',
    'PayloadTooLarge',
    'RequestTimeout',
  ],
  body: {
    mediaType: 'application/json',
    schema: {
      oneOf: [
        onlyMember('advanceSeconds', { type: 'integer', minimum: 1, maximum: 315_360_000 }),
        onlyMember('reset', { const: true }),
      ],
    },
    example: { advanceSeconds: 86_400 },
  },
} as const satisfies Partial<OperationDescription>;

export const SANDBOX: TagDescription = {
  name: 'Sandbox',
  description: 'The movable clock, to see days pass. It exists only where `SANDBOX` is true.',
  refusals: ['NotFound'],
  controllers: [
    describeOperations(ClockController, {
      read: { operationId: 'readClock', summary: 'Read the clock' },
      move: { operationId: 'moveClock', summary: 'Move the clock, or reset it', ...MOVE_CLOCK },
    }),
  ],
};

function onlyMember(name: string, schema: Schema): Schema {
  return {
    type: 'object',
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  };
}
