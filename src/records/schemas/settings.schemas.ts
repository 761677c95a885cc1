import { z } from 'zod';
import * as is from './rules.js';

/** The record of what a library sets for itself. */

const MAX_SENDER_NAME_LENGTH = 200;
const MAX_IDENTIFIER_LENGTH = 1_000;
const MAX_CLAIM_LENGTH = 200;
const DEFAULT_PATRON_CLAIM = 'patron_id';

/** A line break in it would begin another header of the mail. */
const senderName = is.text(MAX_SENDER_NAME_LENGTH).refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), {
  error: 'must not contain line breaks or other control characters',
});

const mail = is.strict(
  {
    fromAddress: is.optional(is.mailbox, null),
    fromName: is.optional(senderName, null),
    replyTo: is.optional(is.mailbox, null),
  },
  'an object with any of fromAddress, fromName, replyTo',
);

/** The three first are required: a token whose issuer, audience and keys are not all checked could be from anyone. */
const identityProvider = is.strict(
  {
    issuer: is.text(MAX_IDENTIFIER_LENGTH),
    audience: is.text(MAX_IDENTIFIER_LENGTH),
    jwksUrl: is.webAddress.refine(
      (value) => !value.includes('#'),
      is.mustBe('an address without a fragment'),
    ),
    patronClaim: is.optional(is.text(MAX_CLAIM_LENGTH), DEFAULT_PATRON_CLAIM),
  },
  'an object with issuer, audience and jwksUrl',
);

const rate = is.optional(is.limit, null);
const rates = is.strict(
  { perPatron: rate, perClient: rate, perLibrary: rate },
  'an object with any of perPatron, perClient, perLibrary',
);

export const settingsSchemas = is.recordSchemas(
  { websiteId: is.id },
  {
    mail: is.optional(mail, null),
    identityProvider: is.optional(identityProvider, null),
    rates: is.optional(rates, null),
  },
);
export type SettingsRecord = z.output<typeof settingsSchemas.whole>;
export type SettingsKey = z.output<typeof settingsSchemas.key>;
