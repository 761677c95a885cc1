import { Refusal } from '../../src/domain/errors.js';
import { noticeAddress } from '../../src/domain/placement.js';
import { requireOwnAddress } from '../../src/domain/suspension.js';
import { refusalOf } from './refusal-of.js';

const OWN = 'reader@example.org';

describe('the address that a new hold keeps', () => {
  test.each<[string, Parameters<typeof noticeAddress>[0], string | null]>([
    ['the one sent', { ignoreHoldEmail: false, emailAddress: OWN }, OWN],
    [
      'the one sent, when nothing is said about notices',
      { ignoreHoldEmail: undefined, emailAddress: OWN },
      OWN,
    ],
    ['none with ignoreHoldEmail, even if one was sent', { ignoreHoldEmail: true, emailAddress: OWN }, null],
    ['none when none was sent', { ignoreHoldEmail: false, emailAddress: undefined }, null],
    ['none when null was sent', { ignoreHoldEmail: undefined, emailAddress: null }, null],
  ])('is %s', (_, wanted, kept) => {
    expect(noticeAddress(wanted)).toBe(kept);
  });
});

describe('an address that comes with a change of a suspension', () => {
  const attempt = (own: string | null, text: string, problem?: Refusal): string | undefined =>
    refusalOf(() => requireOwnAddress(own, { text, problem }));

  test('must be the hold’s own, in any case', () => {
    expect(attempt(OWN, OWN)).toBeUndefined();
    expect(attempt(OWN, 'Reader@EXAMPLE.org')).toBeUndefined();
    expect(attempt('Reader@EXAMPLE.org', OWN)).toBeUndefined();
    expect(attempt(OWN, 'someone-else@example.org')).toBe('EmailAddressMismatch');
  });

  test('may be left out', () => {
    expect(refusalOf(() => requireOwnAddress(OWN, undefined))).toBeUndefined();
  });

  const PROBLEM = new Refusal('InvalidEmailAddress', 'emailAddress must be an e-mail address.');

  test('is refused for what is wrong with its text before it is compared', () => {
    expect(attempt(OWN, 'not an address', PROBLEM)).toBe('InvalidEmailAddress');
    expect(attempt(OWN, OWN, PROBLEM)).toBe('InvalidEmailAddress');
  });

  test('may be any text for a hold without an address', () => {
    expect(attempt(null, 'not an address', PROBLEM)).toBeUndefined();
    expect(attempt(null, OWN)).toBeUndefined();
  });
});
