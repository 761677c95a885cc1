import { say, textFor } from '../words/say.js';

interface ActionWords {
  /** On its button. */
  readonly label: string;
  /** After it was done. */
  readonly done: string;
}

export function wordsOfAction(name: string): ActionWords {
  return { label: textFor('actions', name) ?? takenApart(name), done: textFor('done', name) ?? say('done') };
}

/** What the service's answers name, in the patron's words. */
export function inWords(name: string): string {
  return textFor('names', name) ?? takenApart(name);
}

/** What no catalog knows is shown by its own name. */
function takenApart(name: string): string {
  const words = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => {
      return `${end} ${start.toLowerCase()}`;
    });
  return words.charAt(0).toUpperCase() + words.slice(1);
}
