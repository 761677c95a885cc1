/** The sender of a mail. */
export interface Sender {
  /** Null: the address alone. */
  readonly name: string | null;
  readonly address: string;
  /** Null: answers go to the sender's address. */
  readonly replyTo: string | null;
  /** Null: bounces go to the sender's address. */
  readonly bouncesTo: string | null;
}

/** What a mail says. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  /** Undefined: the text alone. */
  readonly html: string | undefined;
}

/** One message to one mailbox. */
export interface Mail extends MailText {
  /** Without angle brackets. */
  readonly messageId: string;
  readonly sender: Sender;
  readonly to: string;
  /** Of the text, as a language tag. */
  readonly language: string;
}

/** What follows the @ in the Message-IDs of a sender. */
export function domainOf(address: string): string {
  return address.split('@').at(-1) ?? 'localhost';
}
