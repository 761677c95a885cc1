import * as z from 'zod';
import { noticeAddress } from '../../../domain/holds/placement.js';
import { MAX_EXTERNAL_ID_LENGTH } from '../../../domain/patron.js';
import { SUSPENSION_TYPES } from '../../../domain/holds/suspension.js';
import type { Titled } from '../../naming/of-title.kind.js';
import { guidOf } from '../../naming/named-title.js';
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
  alternativeTo: is.keptIfAbsent(is.text(MAX_EXTERNAL_ID_LENGTH)),
});

/** The other title is named as the record's own: by its number at the record's source, if it has one, else by its GUID. */
function withAlternative<Given extends Pick<z.output<typeof hold.whole>, 'source' | 'alternativeTo'>>(
  record: Given,
  context: z.core.$RefinementCtx,
): Given {
  const { source, alternativeTo } = record;
  if (alternativeTo == null) return record;
  const { data, error } = is.reserveId.safeParse(guidOf(source, alternativeTo) ?? alternativeTo);
  for (const { message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['alternativeTo'], message });
  return { ...record, alternativeTo: data };
}

/** As in a patron's own placement, `ignoreHoldEmail` discards a given address. */
export const holdSchemas = {
  ...hold,
  key: hold.key.transform(named),
  whole: hold.whole
    .transform(withAlternative)
    .transform(named)
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
export type HoldRecord = Numbered<Titled<NamedHoldRecord>>;
export type HoldKey = Numbered<Titled<NamedHoldKey>>;
