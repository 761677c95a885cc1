import type { PatronKey } from '../domain/patron.js';

/**
 * What processes tell each other when events were published: whom these are about, as `37/1001,37/1002`. No title is named, and
 * nothing that has happened.
 */

/** PostgreSQL takes 8,000 bytes; a patron takes 22 at most. */
const PATRONS_IN_A_MESSAGE = 350;

/** At least one, which is empty if nothing has happened to a patron. */
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
