import * as z from 'zod';
import { noticeAddress } from '../../../domain/holds/placement.js';
import { SUSPENSION_TYPES } from '../../../domain/holds/suspension.js';
import type { Titled } from '../../naming/of-title.kind.js';
import { named, type Numbered, patronAndTitle } from '../../naming/patron-and-title.js';
import * as is from '../../engine/schema-rules.js';

const suspension = is
  .strict({ type: is.oneOf(SUSPENSION_TYPES), until: is.optional(is.time, null) }, 'an object')
  .refine(({ type, until }) => (type === 'limited') === (until !== null), {
    error: 'must have until if its type is limited, and only then',
  });

const hold = is.recordSchemas(patronAndTitle, {
  emailAddress: is.optional(is.mailbox, null),
  ignoreHoldEmail: is.optional(is.trueOrFalse, false),
  placedDate: is.optional(is.time, null),
  suspension: is.optional(suspension, null),
  notNeededAfter: is.keptIfAbsent(is.day),
  alternativeTo: is.keptIfAbsent(is.reserveId),
});

/** As in a patron's own placement, `ignoreHoldEmail` discards a given address. */
export const holdSchemas = {
  ...hold,
  key: hold.key.transform(named),
  whole: hold.whole.transform(named).transform(({ ignoreHoldEmail, emailAddress, ...key }, context) => {
    const address = noticeAddress({ ignoreHoldEmail, emailAddress });
    if (address !== null || ignoreHoldEmail) return { ...key, emailAddress: address };
    const message = `${is.mustBe(is.EMAIL_ADDRESS_RULE).error({})}, unless ignoreHoldEmail is true`;
    context.addIssue({ code: 'custom', path: ['emailAddress'], message });
    return z.NEVER;
  }),
};
export type NamedHoldRecord = z.output<typeof holdSchemas.whole>;
export type NamedHoldKey = z.output<typeof holdSchemas.key>;
export type HoldRecord = Numbered<Titled<NamedHoldRecord>>;
export type HoldKey = Numbered<Titled<NamedHoldKey>>;
