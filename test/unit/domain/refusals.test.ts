import { MESSAGES, Refusal, refusal } from '../../../src/domain/errors.js';

const CODES = Object.keys(MESSAGES) as (keyof typeof MESSAGES)[];

test.each(CODES)('%s is refused with its own code, and with a sentence for people', (code) => {
  const refused = refusal(code);
  expect(refused.code).toBe(code);
  expect(refused.message).toMatch(/^\S.* .*\.$/);
});

test('no two refusals have the same message', () => {
  expect(new Set(Object.values(MESSAGES)).size).toBe(CODES.length);
});

test('a stack trace or a log line shows that an error is a refusal', () => {
  expect(String(new Refusal('InvalidFieldValue', 'days must be 1 to 365.'))).toBe(
    'Refusal: days must be 1 to 365.',
  );
});
