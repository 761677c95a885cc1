/** What the drawer says, which only developers see: a page of a sandbox loads it, too. */
export const drawer = {
  requests: 'Requests',
  requestsCounted: 'Requests ({count})',
  close: 'Close',
  aboutRequests:
    'The page knows one address. All others are links, templates and actions of earlier answers.',
  allOperations: 'Read about every operation',
  unanswered: 'no answer',
  request: 'Request',
  answer: 'Answer',
  copyAsCurl: 'Copy as curl',
  copied: 'The command is copied. Set TOKEN before you run it.',
  command: 'Command',
  clock: 'Clock of the sandbox',
  clockShows: 'The clock shows {time}.',
  hoursOn: { one: '+{count} hour', other: '+{count} hours' },
  daysOn: { one: '+{count} day', other: '+{count} days' },
  now: 'Now',
  mails: 'Outgoing mails',
  noMails: 'None yet.',
} as const;
