import type { z } from 'zod';
import { MAX_ID } from '../../domain/numbers.js';
import { FORMAT_CLASSES } from '../../domain/lending-period.js';
import * as is from './rules.js';

/** Records about what can be borrowed: title, copies. */

const MAX_CREATORS = 100;
const MAX_LIST_LENGTH = 200;
const MAX_COPIES = 1_000_000;

const creator = is.strict({ role: is.key, name: is.name }, 'an object with role and name');
const textList = is.list(is.text(200), MAX_LIST_LENGTH);

export const titleSchemas = is.recordSchemas(
  { reserveId: is.reserveId },
  {
    crossRefId: is.wholeNumber(1, MAX_ID),
    title: is.name,
    creators: is.optional(is.list(creator, MAX_CREATORS), []),
    formatClass: is.oneOf(FORMAT_CLASSES),
    formats: textList,
    subjects: is.optional(textList, []),
    languages: is.optional(textList, []),
    addedDate: is.optional(is.day, null),
  },
);
export type TitleRecord = z.output<typeof titleSchemas.whole>;
export type TitleKey = z.output<typeof titleSchemas.key>;

export const copiesSchemas = is.recordSchemas(
  { websiteId: is.id, collectionId: is.key, reserveId: is.reserveId },
  { copiesOwned: is.wholeNumber(0, MAX_COPIES) },
);
export type CopiesRecord = z.output<typeof copiesSchemas.whole>;
export type CopiesKey = z.output<typeof copiesSchemas.key>;
