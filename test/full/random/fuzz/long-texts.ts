/** Texts that are as long as the service takes them. */

export const BODY_BYTES = 64 * 1024 - 512;
/** Node refuses a head of more than 16 KiB. */
export const HEAD_BYTES = 15 * 1024;
/** So that nothing is trimmed away, and no expression matches to the end. */
const LEAD = 'a';
export const TRAILER = '\u00a1!';

/** What is repeated: one for each class of characters that some grammar treats in a way of its own. */
// prettier-ignore
export const UNITS: readonly string[] = [
  'a', 'Z', '0', '1', '-', '_', '.', ':', ';', ',', '/', '\\', '|', '~', '+', '=', '%', '&', '?', '#',
  '@', '*', '!', '$', '^', '"', "'", '`', '(', ')', '[', ']', '{', '}', '<', '>', ' ', '\t', '\n',
  '\r\n', '\0', 'é', 'ß', '٧', '🦜', '\u0301', '\u2028', '\u200d', '\ufeff', 'a ', ' a', 'a,', ', ',
  'a.', 'a@', '@a.', 'a:', 'a=', 'a;', 'a=b; ', 'a/b,', 'a/b;q=1,', '"a",', 'W/"a", ', '"\\', '%41',
  '%zz', '%C3', '=?', '=?utf-8?q?a?=', '<a>', '<a', '(a', '[[', '{"a":', '{a}', '{', '--b\r\n', '\n ',
  '\r\n\t', '\n\n', 'a: b\n', 'a\n', '5.1.1 ', ' 550', ' websiteid:1', ' authorizationname:',
  'websiteid:', 'xn--a.', "' OR ", '../', '::', '1.', '1e', 'a-', 'Bearer ', 'eyJ.', 'a&a=', 'Aa',
  'the ', 'é ', '\ud800',
];

export const filled = (unit: string, bytes: number): string =>
  LEAD + unit.repeat(Math.floor(bytes / Buffer.byteLength(unit))) + TRAILER;
