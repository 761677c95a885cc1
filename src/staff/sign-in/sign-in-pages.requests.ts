import { IsOptional } from 'class-validator';
import type { Request } from 'express';
import { IsText } from '../../http/fields/validators.js';
import { readForm } from '../../http/fields/form.js';
import type { EndedSession } from './console-addresses.js';

/** What the page's form sends. Without one of its fields, the sign-in fails. */
export class SignInForm {
  @IsOptional() @IsText() name?: string;
  /** As it was typed: spaces at its ends belong to it. */
  @IsOptional() @IsText() password?: string;
  @IsOptional() @IsText() to?: string;
  /** Where the form was sent that is kept. */
  @IsOptional() @IsText() action?: string;
  /** The form that is kept, encoded. */
  @IsOptional() @IsText() form?: string;
}

/** `to` of the address. */
export function returnAddressIn({ query }: Request): string | undefined {
  return typeof query.to === 'string' ? query.to : undefined;
}

/** Why the session of this browser is over, where that has led here. */
export function endedSessionIn({ query }: Request): EndedSession | undefined {
  return query.ended === 'session' || query.ended === 'form' ? query.ended : undefined;
}

/** The page follows the sign-out of a session that began at the identity provider. */
export function hasEndedHere({ query }: Request): boolean {
  return query.ended === 'here';
}

/** A form that came after the session had ended. */
export interface KeptForm {
  readonly action: string;
  /** As it was sent. */
  readonly form: string;
}

/** The form that the browser has sent once more, and where it was sent first. */
export async function keptFormIn(request: Request): Promise<KeptForm> {
  const { action } = request.query;
  const form = new URLSearchParams([...(await readForm(request))]).toString();
  return { action: typeof action === 'string' ? action : '', form };
}
