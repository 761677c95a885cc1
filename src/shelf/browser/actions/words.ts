/** Words for what the service's answers name. What is not here is shown by its own name, taken apart. */

interface ActionWords {
  /** On its button. */
  readonly label: string;
  /** After it was done. */
  readonly done: string;
}

const ACTIONS: Readonly<Record<string, ActionWords>> = {
  hold: { label: 'Place a hold', done: 'The hold is placed.' },
  checkout: { label: 'Borrow', done: 'Borrowed.' },
  removeHold: { label: 'Remove hold', done: 'The hold is removed.' },
  editHold: { label: 'Change e-mail address', done: 'The address is changed.' },
  addSuspension: { label: 'Suspend', done: 'The hold is suspended. It keeps its place.' },
  editSuspension: { label: 'Change suspension', done: 'The suspension is changed.' },
  releaseSuspension: { label: 'Resume', done: 'The hold is resumed.' },
  earlyReturn: { label: 'Return', done: 'Returned.' },
  format: { label: 'Choose a format', done: 'The format is chosen.' },
  editLendingPeriod: { label: 'Change', done: 'The lending period is changed.' },
  suspendAll: { label: 'Suspend all', done: 'All holds are suspended.' },
  releaseAll: { label: 'Resume all', done: 'All holds are resumed.' },
};

const NAMES: Readonly<Record<string, string>> = {
  emailAddress: 'E-mail address',
  formatType: 'Format',
  suspensionType: 'How long',
  ignoreHoldEmail: 'No e-mail for this hold',
  numberOfDays: 'Number of days',
  includeReady: 'Also what is ready: the copies set aside go to the next patrons, and the places are kept',
  lendingPeriodDays: 'Days',
  indefinite: 'Until I resume it',
  limited: 'For some days',
  eBook: 'E-books',
  Audiobook: 'Audiobooks',
  Video: 'Videos',
};

export function wordsOfAction(name: string): ActionWords {
  return ACTIONS[name] ?? { label: inWords(name), done: 'Done.' };
}

export function inWords(name: string): string {
  const words = name
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => {
      return `${end} ${start.toLowerCase()}`;
    });
  return NAMES[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
