import { Refusal } from '../domain/errors.js';
import { parseWholeNumber } from '../domain/numbers.js';
import type { BodyDescription } from '../http/openapi/operation.decorator.js';
import type { Schema } from '../http/openapi/schema.js';
import { JsonNumber, parseStrictJson } from '../http/fields/strict-json.js';

/** Ten years. More in one step is probably a mistake. */
const MAX_ADVANCE_SECONDS = 10 * 365 * 24 * 3600;

export const CLOCK_BODY: BodyDescription = {
  mediaType: 'application/json',
  schema: {
    oneOf: [
      onlyMember('advanceSeconds', { type: 'integer', minimum: 1, maximum: MAX_ADVANCE_SECONDS }),
      onlyMember('reset', { const: true }),
    ],
  },
  example: { advanceSeconds: 86_400 },
};

function onlyMember(name: string, schema: Schema): Schema {
  return {
    type: 'object',
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  };
}

/**
 * Reads `{"advanceSeconds": n}` or `{"reset": true}`.
 * @returns the seconds to advance, or null for a reset
 * @throws Refusal `InvalidRequestBody`, `InvalidFieldValue`
 */
export function readClockMove(text: string): number | null {
  const body = text === '' ? null : parseStrictJson(text);
  if (!(body instanceof Map) || body.size !== 1)
    throw new Refusal(
      'InvalidRequestBody',
      'The body must be {"advanceSeconds": number} or {"reset": true}.',
    );
  if (body.get('reset') === true) return null;
  const advance = body.get('advanceSeconds');
  const seconds =
    advance instanceof JsonNumber ? parseWholeNumber(advance.digits, 1, MAX_ADVANCE_SECONDS) : undefined;
  if (seconds === undefined)
    throw new Refusal(
      'InvalidFieldValue',
      `advanceSeconds must be a whole number from 1 to ${MAX_ADVANCE_SECONDS}, or reset must be true.`,
    );
  return seconds;
}
