/** An address that its owner and staff who know it can tell from others, and that mail does not reach. */
export function maskedAddress(emailAddress: string | null): string {
  if (emailAddress === null) return 'no address';
  const at = emailAddress.lastIndexOf('@');
  return `${emailAddress.slice(0, 1)}…${emailAddress.slice(at)}`;
}
