import * as is from '../../engine/schema-rules.js';

/** How the texts of settings are read and written. */

export const itemsOf = (text: string): string[] => text.split(',').map((each) => each.trim());
export const LIST = {
  isList: true,
  read: itemsOf,
  write: (items: readonly string[]) => items.join(', '),
} as const;
export const NUMBER = { read: (text: string): unknown => (/^\d+$/.test(text) ? Number(text) : text) };
export const AMOUNT = {
  read: (text: string): unknown => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text),
};
export const YES_OR_NO = {
  rule: is.optional(is.trueOrFalse, true),
  read: (text: string): unknown => text === 'true' || (text === 'false' ? false : text),
  options: [
    ['', 'Yes'],
    ['false', 'No'],
  ],
} as const;

/** No, unless a library wants it. */
export const ON_REQUEST = {
  rule: is.optional(is.trueOrFalse, null),
  read: YES_OR_NO.read,
  options: [
    ['', 'No'],
    ['true', 'Yes'],
  ],
} as const;
