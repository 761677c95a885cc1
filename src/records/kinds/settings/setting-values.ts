import * as z from 'zod';
import { LANGUAGES } from '../../../domain/languages.js';
import {
  PATRON_IDENTIFIERS,
  readLibraryClaim,
  readPatronClaim,
} from '../../../platform/settings/identity-provider-settings.js';
import { MAX_SECRET_BYTES, MIN_SECRET_BYTES, SECRET_PREFIX } from '../../../platform/outbound/signature.js';
import * as is from '../../engine/schema-rules.js';
import { KEPT_PASSWORD } from './sign-in-values.js';

const MAX_SENDER_NAME_LENGTH = 200;
const MAX_CLAIM_LENGTH = 200;
const MAX_WELCOME_LENGTH = 500;
/** Each page with the picture has it in full, and the preview of settings in its address. */
const MAX_PICTURE_LENGTH = 4_000;

/** A line break in the name would begin another header of the mail. */
export const senderName = is.text(MAX_SENDER_NAME_LENGTH).refine((value) => !/[\p{Zl}\p{Zp}]/u.test(value), {
  error: 'must not contain line breaks or other control characters',
});

export const httpsAddress = is.webAddress.refine(
  (value) => value.startsWith('https://'),
  is.mustBe('an https:// address'),
);

const PICTURE = /^data:image\/(?:svg\+xml|png|jpeg|webp)(?:;base64)?,[!-~]+$/;

/** Where a picture is, or a small picture itself. */
export const picture = is
  .text(MAX_PICTURE_LENGTH)
  .refine(
    (value) => isHttps(value) || PICTURE.test(value),
    is.mustBe('an https:// address, or a picture in a data: address'),
  );

/** Such as `de: Willkommen`. In the console, a line stands between two of them. */
const IN_LANGUAGE = /^([a-z]{2}): [^|]*[^|\s]$/;

export const textInLanguage = is
  .text(MAX_WELCOME_LENGTH)
  .refine(
    (value) => LANGUAGES.some((language) => language === IN_LANGUAGE.exec(value)?.[1]),
    is.mustBe(`a text without | after its language, such as de: Willkommen (${LANGUAGES.join(', ')})`),
  );

/** `{id}` is the older name of `{reserveId}`. */
const TITLE_VARIABLE = /^[^{}]*\{(?:id|reserveId|crossRefId)\}[^{}]*$/;

/** The address must have a known variable; a misspelled one would end up in every link. */
export const titleUrl = is
  .text(2_000)
  .refine(
    (value) => TITLE_VARIABLE.test(value) && isHttps(value.replace(/[{}]/g, '')),
    is.mustBe('an https:// address with one {reserveId} or {crossRefId}'),
  );

function isHttps(value: string): boolean {
  return httpsAddress.safeParse(value).success;
}

/** Accepts an object, or the text that a form sends. */
export const patronClaim = z.preprocess(
  (value) => (typeof value === 'string' ? readPatronClaim(value) : value),
  is.strict(
    { name: is.text(MAX_CLAIM_LENGTH), is: is.oneOf(PATRON_IDENTIFIERS) },
    'the name of a claim, or an object with name and is',
  ),
);

/** Accepts an object, or the text that a form sends. */
export const libraryClaim = z.preprocess(
  (value) => (typeof value === 'string' ? readLibraryClaim(value) : value),
  is.strict(
    {
      name: is.text(MAX_CLAIM_LENGTH).refine((name) => !name.includes('='), { error: 'must not contain =' }),
      value: is.text(MAX_CLAIM_LENGTH),
    },
    'an object with name and value',
  ),
);

/** A secret of Standard Webhooks, or the placeholder for the stored one. */
export const signingSecret = is
  .text(SECRET_PREFIX.length + 2 * MAX_SECRET_BYTES)
  .refine(
    (value) => value === KEPT_PASSWORD || isSecret(value),
    is.mustBe(`${SECRET_PREFIX} and ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in base64`),
  );

function isSecret(value: string): boolean {
  const bytes = Buffer.from(value.slice(SECRET_PREFIX.length), 'base64');
  const isWhole = value === SECRET_PREFIX + bytes.toString('base64');
  return isWhole && bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES;
}

export const jwksUrl = is.webAddress.refine(
  (value) => !value.includes('#'),
  is.mustBe('an address without a fragment'),
);

/** The origin is written into a header. The pattern excludes wildcards and the characters that end a header's value. */
const ORIGIN = /^https:\/\/[a-z0-9.-]+(?::\d+)?$/;

export const frameOrigin = is
  .text(300)
  .refine(
    (value) => ORIGIN.test(value) && URL.canParse(value) && new URL(value).origin === value,
    is.mustBe('the origin of an https:// address, like https://library.example'),
  );
