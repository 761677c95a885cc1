import { Refusal } from '../../../../src/domain/errors.js';
import { noticeAddress } from '../../../../src/domain/holds/placement.js';
import { changedAddress } from '../../../../src/domain/holds/suspension.js';
import { refusalOf } from '../refusal-of.js';

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

describe('an address that comes with a suspension', () => {
  const changed = (own: string | null, text: string, problem?: Refusal): string | undefined =>
    changedAddress(own, { text, problem });

  test('is a change when it is another than the hold’s own, in any case', () => {
    expect(changed(OWN, OWN)).toBeUndefined();
    expect(changed(OWN, 'Reader@EXAMPLE.org')).toBeUndefined();
    expect(changed('Reader@EXAMPLE.org', OWN)).toBeUndefined();
    expect(changed(OWN, 'someone-else@example.org')).toBe('someone-else@example.org');
  });

  test('may be left out', () => {
    expect(changedAddress(OWN, undefined)).toBeUndefined();
  });

  const PROBLEM = new Refusal('InvalidEmailAddress', 'emailAddress must be an e-mail address.');

  test('is refused for what is wrong with its text before it is compared', () => {
    expect(refusalOf(() => changed(OWN, 'not an address', PROBLEM))).toBe('InvalidEmailAddress');
    expect(refusalOf(() => changed(OWN, OWN, PROBLEM))).toBe('InvalidEmailAddress');
  });

  test('may be any text for a hold without an address, and gives it none', () => {
    expect(changed(null, 'not an address', PROBLEM)).toBeUndefined();
    expect(changed(null, OWN)).toBeUndefined();
  });
});
