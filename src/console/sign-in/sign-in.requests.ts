import type { Request } from 'express';
import { readFormText } from '../../http/fields/request-body.js';

export interface SignInForm {
  readonly name: string;
  /** As it was typed: spaces at its ends belong to it. */
  readonly password: string;
  readonly to: string | undefined;
}

/** What the page's form sends. What is missing is empty, and signs nobody in. */
export async function readSignInForm(request: Request): Promise<SignInForm> {
  const form = new URLSearchParams(await readFormText(request));
  return {
    name: form.get('name') ?? '',
    password: form.get('password') ?? '',
    to: form.get('to') ?? undefined,
  };
}

/** `to` of the address. */
export function placeIn({ query }: Request): string | undefined {
  return typeof query.to === 'string' ? query.to : undefined;
}
