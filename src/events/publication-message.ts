import type { PatronKey } from '../domain/patron.js';

/**
 * The message to other processes when events were published. It names the patrons, as `37/1001,37/1002`, but no title, and nothing that has
 * happened.
 */

/** PostgreSQL accepts 8,000 bytes; a patron takes at most 22. */
const PATRONS_IN_A_MESSAGE = 350;

/** At least one message, which is empty if no event is about a patron. */
export function messagesAbout(patrons: readonly PatronKey[]): string[] {
  const keys = [...new Set(patrons.map(patronText))];
  const messages: string[] = [];
  do messages.push(keys.splice(0, PATRONS_IN_A_MESSAGE).join(','));
  while (keys.length > 0);
  return messages;
}

export function patronText({ websiteId, patronId }: PatronKey): string {
  return `${websiteId}/${patronId}`;
}

export function patronsIn(message: string): PatronKey[] {
  if (message === '') return [];
  return message.split(',').map((text) => {
    const [websiteId = 0, patronId = 0] = text.split('/').map(Number);
    return { websiteId, patronId };
  });
}
