import { problemOfPassword } from '../../../src/staff/sign-in/password-rules.js';

const NAMES = ['ada.lovelace', 'Harbour Public Library', 'Rye'];

test.each([
  ['eleven char', '12 to 1000 characters'],
  ['x'.repeat(1_001), '12 to 1000 characters'],
  ['aaaaaaaaaaaa', 'repeats a few characters'],
  ['abc abc abc abc', 'repeats a few characters'],
  ['------------', 'repeats a few characters'],
  ['q1w2e3r4t5y6', 'list of common passwords'],
  ['Password-1234', 'names that others know'],
  ['iloveyou 2024!', 'list of common passwords'],
  ['2024 I love you', 'list of common passwords'],
  ['letmein, please', 'list of common passwords'],
  ['Ada.Lovelace-1815', 'names that others know'],
  ['Lovelace Lovelace 7', 'names that others know'],
  ['Harbour Public Library', 'names that others know'],
  ['HarbourLibrary2026', 'names that others know'],
  ['Holdfast Holdfast!', 'repeats a few characters'],
  ['the Holdfast 2026', 'names that others know'],
])('%j is refused: %s', async (password, reason) => {
  expect(await problemOfPassword(password, NAMES)).toContain(reason);
});

test.each([
  ['of one kind of characters', 'correcthorsebatterystaple'],
  ['of digits', '739150284617'],
  ['with spaces at its ends', ' seven brown herons '],
  ['of letters of another script', 'семь бурых цапель'],
  ['of characters that are no letters', '¯\\_(ツ)_/¯ (╯°□°)'],
  ['with a name, and enough besides', 'the harbour at seven on Sunday'],
  ['of a thousand characters', Array.from({ length: 250 }, (_, i) => String(i + 1_000)).join('')],
])('any other is accepted: %s', async (_, password) => {
  expect(await problemOfPassword(password, NAMES)).toBeUndefined();
});
