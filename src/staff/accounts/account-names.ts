const NAME = /^[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?$/;

/** A name as it is stored: in lower case. Undefined if it cannot be one. */
export function accountName(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return NAME.test(name) ? name : undefined;
}
