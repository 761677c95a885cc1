import type { GivenToken } from '../access/sign-in/sign-in.service.js';

/** A patron's token, for the page that has signed them in. */
export interface ShelfTokenRecord {
  readonly token: string;
  readonly expiresInSeconds: number;
}

export function representShelfToken({ token, expiresInSeconds }: GivenToken): ShelfTokenRecord {
  return { token, expiresInSeconds };
}
