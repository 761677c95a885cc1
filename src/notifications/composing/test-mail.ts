import { randomUUID } from 'node:crypto';
import { domainOf, type Mail, type Sender } from '../sending/mail.js';

/** Tests whether a library's notices arrive, and how they look. */
export function composeTestMail(libraryName: string, to: string, sender: Sender): Mail {
  const text = `This is how notices of ${libraryName} reach its patrons. Nobody has to do anything.`;
  return {
    messageId: `test-${randomUUID()}@${domainOf(sender.address)}`,
    sender,
    to,
    subject: `Test mail of ${libraryName}`.replace(/\s+/g, ' '),
    text: `${text}\n`,
    html: undefined,
    language: 'en',
  };
}
