import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import { parseWholeNumber } from '../../domain/numbers.js';

/** Rules for the values of settings. Every message completes a sentence that begins with the setting's name. */

export const wholeNumber = (min: number, max: number): z.ZodType<number> =>
  z
    .string()
    .refine(
      (text) => parseWholeNumber(text, min, max) !== undefined,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);

export const trueOrFalse = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true');

export const baseUrl = z
  .string()
  .refine(isWebAddress, 'must be an http:// or https:// address without a query or fragment')
  .transform(withoutSlashAtEnd);

/** Used unchanged: some providers' key URLs have a query or end with a slash. */
export const keysUrl = z
  .string()
  .refine(
    (value) => isWeb(value) && new URL(value).hash === '' && new URL(value).username === '',
    'must be an http:// or https:// address without a fragment or a user name',
  );

const MIN_SECRET_LENGTH = 32;

/** One secret, or two separated by white space, so that one file can hold both while one is being replaced. */
export const longSecrets = z
  .string()
  .transform((text) => text.split(/\s+/).filter((secret) => secret !== ''))
  .refine(
    (secrets) => secrets.length >= 1 && secrets.every(({ length }) => length >= MIN_SECRET_LENGTH),
    `must have at least ${MIN_SECRET_LENGTH} characters, none of them a space`,
  )
  .refine(
    (secrets) => secrets.length <= 2 && new Set(secrets).size === secrets.length,
    'must be one, or two different ones with a space or a line break between',
  );

const CONTENT_VARIABLES = ['reserveId', 'crossRefId', 'formatType'];
const CONTENT_VARIABLE = new RegExp(`\\{(?:${CONTENT_VARIABLES.join('|')})\\}`, 'g');

/** The host has no variables: no format's name may choose the server that gets the patron. */
export const contentUrl = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^/?#{}@]+(?:[/?]|$)/.test(value) && isWeb(value) && !value.includes('#'),
    'must be an http:// or https:// address without a user name or fragment',
  )
  .refine(
    (value) => !/[{}]/.test(value.replaceAll(CONTENT_VARIABLE, '')),
    `must have no other variables than ${CONTENT_VARIABLES.map((name) => `{${name}}`).join(', ')}`,
  );

export const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .refine(
    (list) => list.every((origin) => isWeb(origin) && new URL(origin).origin === origin),
    'must be origins such as https://www.example.org, with commas between',
  );

/** May contain a name and a password. */
export const proxyUrl = z
  .string()
  .refine(
    (value) => isWebAddress(value) && new URL(value).pathname === '/',
    'must be an address such as http://proxy.example.org:3128',
  );

export const networks = z
  .string()
  .transform((list) => list.split(',').map((network) => network.trim()))
  .refine(
    (list) => list.every((network) => ipaddr.isValid(network) || ipaddr.isValidCIDR(network)),
    'must be addresses or networks such as 10.0.0.7 or 10.0.0.0/8, with commas between',
  );

/** Returns an address to which paths can be appended. */
export function withoutSlashAtEnd(address: string): string {
  const end = [...address].findLastIndex((character) => character !== '/');
  return address.slice(0, end + 1);
}

function isWebAddress(value: string): boolean {
  return isWeb(value) && new URL(value).search === '' && new URL(value).hash === '';
}

function isWeb(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
