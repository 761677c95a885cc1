import type { Request } from 'express';
import { parseId } from '../../domain/numbers.js';
import { isAuthorizedTwice } from '../../http/authorization/authorization.js';
import { type Form, type FormProblem, readForm } from '../../http/fields/form.js';
import { OAuthRefusal } from './oauth-refusal.js';

export interface PresentedCredentials {
  readonly clientId: string;
  readonly secret: string;
}

/**
 * Reads the form.
 * @throws OAuthRefusal `invalid_request` when a parameter is sent twice; Refusal when there is no form
 */
export function readParameters(request: Request): Promise<Form> {
  return readForm(request, (problem) => new OAuthRefusal('invalid_request', FORM_PROBLEMS[problem]));
}

const FORM_PROBLEMS = {
  twice: 'A parameter is given twice.',
  nul: 'A parameter holds a NUL character.',
} as const satisfies Readonly<Record<FormProblem, string>>;

/**
 * A member without a value counts as absent (RFC 6749, 3.2).
 * @throws OAuthRefusal `invalid_request`
 */
export function required(form: Form, name: string): string {
  const value = form.get(name) ?? '';
  if (value === '') throw new OAuthRefusal('invalid_request', `${name} is missing.`);
  return value;
}

/** @throws OAuthRefusal `unsupported_grant_type` unless the form asks for `grantType` */
export function requireGrant(form: Form, grantType: string): void {
  if (required(form, 'grant_type') !== grantType)
    throw new OAuthRefusal('unsupported_grant_type', `grant_type must be ${grantType} here.`);
}

/**
 * The client's id and secret from HTTP Basic, in each of the ways to read them. RFC 6749 (2.3.1) demands that both are form-encoded before
 * they are joined, but most clients join them as they are. A secret with `+` or `%` is accepted either way.
 * @throws OAuthRefusal `invalid_client`, `invalid_request`
 */
export function readClientCredentials(request: Request): PresentedCredentials[] {
  if (isAuthorizedTwice(request))
    throw new OAuthRefusal('invalid_request', 'There is more than one Authorization header: send one.');
  const { authorization = '' } = request.headers;
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(authorization)?.[1] ?? '';
  const [clientId, secret] = splitOnce(Buffer.from(encoded, 'base64').toString('utf8'));
  const asSent = { clientId, secret: secret ?? '' };
  const decoded = { clientId: formDecoded(clientId), secret: formDecoded(asSent.secret) };
  const isOneReading = decoded.clientId === clientId && decoded.secret === secret;
  return usable(isOneReading ? [asSent] : [decoded, asSent]);
}

/**
 * The client's id and secret as `client_id` and `client_secret` of the form, for clients that send no header.
 * @throws OAuthRefusal `invalid_client`
 */
export function readCredentialsInForm(form: Form): PresentedCredentials[] {
  return usable([{ clientId: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' }]);
}

function usable(readings: readonly PresentedCredentials[]): PresentedCredentials[] {
  const found = readings.filter(isUsable);
  if (found.length > 0) return found;
  throw new OAuthRefusal(
    'invalid_client',
    'The client must sign in with its id and secret, by HTTP Basic or as client_id and client_secret in the form.',
  );
}

function isUsable({ clientId, secret }: PresentedCredentials): boolean {
  return clientId !== '' && secret !== '' && !clientId.includes('\0');
}

function splitOnce(text: string): [string, string | undefined] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)];
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return text;
  }
}

/** The library that a client asks for, and the name that the library has given its sign-in. */
export interface RequestedScope {
  readonly websiteId: number;
  readonly authorizationName: string | undefined;
}

/**
 * Reads a scope such as `websiteid:37 authorizationname:main`. The names before the colons match in any case, their values may have spaces,
 * and older clients send `ilsname` for `authorizationname`. That name changes nothing: a library has one way to sign in.
 * @throws OAuthRefusal `invalid_scope` unless it names one library
 */
export function readScope(scope: string): RequestedScope {
  const parts = scope
    .trim()
    .split(/\s(?=(?:websiteid|authorizationname|ilsname):)/i)
    .map((part) => part.trimEnd());
  const valuesOf = (part: RegExp): string[] => parts.flatMap((text) => part.exec(text)?.[1] ?? []);
  const [websiteId, ...others] = valuesOf(/^websiteid:(\S*)/i).map(parseId);
  if (websiteId === undefined || others.length > 0)
    throw new OAuthRefusal(
      'invalid_scope',
      'scope must name one library, as websiteid:37 authorizationname:main does.',
    );
  const [authorizationName] = valuesOf(/^(?:authorizationname|ilsname):(.+)/is);
  return { websiteId, authorizationName };
}
