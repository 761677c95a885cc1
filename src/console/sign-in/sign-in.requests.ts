import type { Request } from 'express';
import { readForm } from '../../http/fields/form.js';

export interface SignInForm {
  readonly name: string;
  /** As it was typed: spaces at its ends belong to it. */
  readonly password: string;
  readonly to: string | undefined;
}

/** What the page's form sends. What is missing is empty, and signs nobody in. */
export async function readSignInForm(request: Request): Promise<SignInForm> {
  const form = await readForm(request);
  return {
    name: form.get('name') ?? '',
    password: form.get('password') ?? '',
    to: form.get('to'),
  };
}

/** `to` of the address. */
export function placeIn({ query }: Request): string | undefined {
  return typeof query.to === 'string' ? query.to : undefined;
}
