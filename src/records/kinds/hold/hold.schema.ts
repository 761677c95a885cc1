import * as z from 'zod';
import { noticeAddress } from '../../../domain/holds/placement.js';
import * as is from '../../engine/schema-rules.js';

const hold = is.recordSchemas(
  { websiteId: is.id, patronId: is.id, reserveId: is.reserveId },
  { emailAddress: is.optional(is.mailbox, null), ignoreHoldEmail: is.optional(is.trueOrFalse, false) },
);

/** As in a patron's own placement, `ignoreHoldEmail` discards a given address. */
export const holdSchemas = {
  ...hold,
  whole: hold.whole.transform(({ ignoreHoldEmail, emailAddress, ...key }, context) => {
    const address = noticeAddress({ ignoreHoldEmail, emailAddress });
    if (address !== null || ignoreHoldEmail) return { ...key, emailAddress: address };
    const message = `${is.mustBe(is.EMAIL_ADDRESS_RULE).error({})}, unless ignoreHoldEmail is true`;
    context.addIssue({ code: 'custom', path: ['emailAddress'], message });
    return z.NEVER;
  }),
};
export type HoldRecord = z.output<typeof holdSchemas.whole>;
export type HoldKey = z.output<typeof holdSchemas.key>;
