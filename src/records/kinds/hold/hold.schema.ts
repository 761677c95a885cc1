import * as z from 'zod';
import { noticeAddress } from '../../../domain/holds/placement.js';
import { type TitleName, titleNamesBesidePatron, withReserveId } from '../../engine/named-title.js';
import { patronNames, requirePatronName } from '../../engine/named-patron.js';
import * as is from '../../engine/schema-rules.js';

const hold = is.recordSchemas(
  { websiteId: is.id, ...patronNames, ...titleNamesBesidePatron },
  { emailAddress: is.optional(is.mailbox, null), ignoreHoldEmail: is.optional(is.trueOrFalse, false) },
);

/** The `externalId` is the patron's. */
function withTitle<Named extends TitleNameBesidePatron>(
  { reserveId, titleExternalId, source, isbn, ...rest }: Named,
  context: z.core.$RefinementCtx,
): Omit<Named, keyof TitleNameBesidePatron> & { readonly reserveId: string } {
  const title = withReserveId({ reserveId, externalId: titleExternalId, source, isbn }, context);
  return { ...rest, ...title };
}

type TitleNameBesidePatron = Omit<TitleName, 'externalId'> & {
  readonly titleExternalId?: string | null | undefined;
};

/** As in a patron's own placement, `ignoreHoldEmail` discards a given address. */
export const holdSchemas = {
  ...hold,
  key: hold.key.superRefine(requirePatronName).transform(withTitle),
  whole: hold.whole
    .superRefine(requirePatronName)
    .transform(withTitle)
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
