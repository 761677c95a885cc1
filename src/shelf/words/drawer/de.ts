import type { DrawerWords } from '../catalog.js';

export const drawer: DrawerWords = {
  requests: 'Anfragen',
  requestsCounted: 'Anfragen ({count})',
  close: 'Schließen',
  aboutRequests:
    'Die Seite kennt eine Adresse. Alle anderen sind Links, Vorlagen und Aktionen früherer Antworten.',
  allOperations: 'Alle Operationen nachlesen',
  unanswered: 'keine Antwort',
  request: 'Anfrage',
  answer: 'Antwort',
  copyAsCurl: 'Als curl kopieren',
  copied: 'Der Befehl ist kopiert. Setzen Sie TOKEN, bevor Sie ihn ausführen.',
  command: 'Befehl',
  clock: 'Uhr der Sandbox',
  clockShows: 'Die Uhr zeigt {time}.',
  hoursOn: { one: '+{count} Stunde', other: '+{count} Stunden' },
  daysOn: { one: '+{count} Tag', other: '+{count} Tage' },
  now: 'Jetzt',
  mails: 'Ausgehende E-Mails',
  noMails: 'Noch keine.',
};
