import * as z from 'zod';
import { noticeAddress } from '../../../domain/holds/placement.js';
import { patronNames, requirePatronName } from '../../engine/named-patron.js';
import * as is from '../../engine/schema-rules.js';

const hold = is.recordSchemas(
  { websiteId: is.id, ...patronNames, reserveId: is.reserveId },
  { emailAddress: is.optional(is.mailbox, null), ignoreHoldEmail: is.optional(is.trueOrFalse, false) },
);

/** As in a patron's own placement, `ignoreHoldEmail` discards a given address. */
export const holdSchemas = {
  ...hold,
  key: hold.key.superRefine(requirePatronName),
  whole: hold.whole
    .superRefine(requirePatronName)
    .transform(({ ignoreHoldEmail, emailAddress, ...key }, context) => {
      const address = noticeAddress({ ignoreHoldEmail, emailAddress });
      if (address !== null || ignoreHoldEmail) return { ...key, emailAddress: address };
      const message = `${is.mustBe(is.EMAIL_ADDRESS_RULE).error({})}, unless ignoreHoldEmail is true`;
      context.addIssue({ code: 'custom', path: ['emailAddress'], message });
      return z.NEVER;
    }),
};
export type NamedHoldRecord = z.output<typeof holdSchemas.whole>;
export type NamedHoldKey = z.output<typeof holdSchemas.key>;

interface Numbered {
  readonly patronId: number;
}
/** The same, with the number of the patron. */
export type HoldRecord = NamedHoldRecord & Numbered;
export type HoldKey = NamedHoldKey & Numbered;
