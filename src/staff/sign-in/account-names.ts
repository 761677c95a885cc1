/** The requested change of an account is impossible. The message says why. */
export class AccountProblem extends Error {}

const NAME = /^[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?$/;

/** The stored form of a name: in lower case. Undefined if it is no valid name. */
export function accountName(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return NAME.test(name) ? name : undefined;
}

/** @throws AccountProblem */
export function requireName(text: string): string {
  const name = accountName(text);
  if (name === undefined)
    throw new AccountProblem(
      'A name must have 1 to 64 lower-case letters, digits and . _ @ + -, and begin and end with a letter or digit.',
    );
  return name;
}
