import type { UnsentNoticeRecord } from './mail.representation.js';

/** What mail servers mean by the codes with which they refuse mail most often (RFC 5321, 4.2.3). */
const MEANINGS: Readonly<Record<number, string>> = {
  550: 'there is no such mailbox',
  551: 'the mailbox has moved',
  552: 'the mailbox is full',
  553: 'the address is not valid',
  554: 'the mail was rejected',
  556: 'the domain accepts no mail',
};

/** What became of a notice, in words. */
export function deliveryInWords({ state, smtpCode, attempts }: UnsentNoticeRecord): string {
  switch (state) {
    case 'refused':
      return `The mail server refused it: ${MEANINGS[smtpCode ?? 0] ?? 'it gave no usual reason'} (code ${smtpCode ?? 0}).`;
    case 'retrying':
      return `Not delivered yet after ${attempts ?? 0} attempts. It is tried again.`;
    case 'given-up':
      return `Not delivered after ${attempts ?? 0} attempts. It is not tried again.`;
    case 'sending':
      return 'It is being sent, and takes unusually long.';
  }
}

/** An address that its owner and staff who know it can tell from others, and that mail does not reach. */
export function maskedAddress(emailAddress: string | null): string {
  if (emailAddress === null) return 'no address';
  const at = emailAddress.lastIndexOf('@');
  return `${emailAddress.slice(0, 1)}…${emailAddress.slice(at)}`;
}
