import type { Request } from 'express';
import { readFormText } from '../http/fields/request-body.js';
import { LARGEST_ID } from '../domain/title-id.js';
import { OAuthRefusal } from './oauth-refusal.js';

/** The parameters of a form-encoded request, each sent once. */
export type Form = ReadonlyMap<string, string>;

export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string;
}

/** @throws OAuthRefusal `invalid_request` when a parameter is sent twice; Refusal when there is no form */
export async function readForm(request: Request): Promise<Form> {
  const parameters = new URLSearchParams(await readFormText(request));
  const form = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (form.has(name)) throw new OAuthRefusal('invalid_request', `${name} is given twice.`);
    form.set(name, value);
  }
  return form;
}

/** @throws OAuthRefusal `invalid_request` */
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
 * The client's id and secret from HTTP Basic, as RFC 6749 (2.3.1) has them: form-encoded before they are joined. Clients
 * that do not encode them send the same when there is nothing to encode.
 * @throws OAuthRefusal `invalid_client`
 */
export function readClientCredentials({ headers }: Request): ClientCredentials {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const [clientId, secret] = splitOnce(Buffer.from(encoded, 'base64').toString('utf8'));
  if (clientId === '' || secret === undefined)
    throw new OAuthRefusal('invalid_client', 'The client must sign in by HTTP Basic with its id and secret.');
  return { clientId: formDecoded(clientId), secret: formDecoded(secret) };
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

/**
 * The library that a scope names: `websiteid:37 authorizationname:main`. Names match in any case; `ilsname` stands for
 * `authorizationname` in older clients, and neither chooses anything here: a library has one way to sign in.
 * @throws OAuthRefusal `invalid_scope`
 */
export function libraryOfScope(scope: string): number {
  const parts = scope
    .trim()
    .split(/\s+/)
    .map((part) => part.toLowerCase().split(':', 2));
  const websiteId = parts.find(([name]) => name === 'websiteid')?.[1] ?? '';
  if (!/^[1-9][0-9]{0,9}$/.test(websiteId) || Number(websiteId) > LARGEST_ID)
    throw new OAuthRefusal(
      'invalid_scope',
      'scope must name the library, as in "websiteid:37 authorizationname:main".',
    );
  return Number(websiteId);
}
