/** The sender of a mail. */
export interface Sender {
  /** Null: no name is shown. */
  readonly name: string | null;
  readonly address: string;
  /** Null: answers go to the sender's address. */
  readonly replyTo: string | null;
  /** Null: bounces go to the sender's address. */
  readonly bouncesTo: string | null;
}

/** The content of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  /** Undefined: text only. */
  readonly html: string | undefined;
}

/** One message to one mailbox. */
export interface Mail extends MailText {
  /** Without angle brackets. */
  readonly messageId: string;
  readonly sender: Sender;
  readonly to: string;
  /** The text's language tag. */
  readonly language: string;
}

/** The part of Message-IDs after the @. */
export function domainOf(address: string): string {
  return address.split('@').at(-1) ?? 'localhost';
}
