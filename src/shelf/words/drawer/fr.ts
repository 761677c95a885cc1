import type { DrawerWords } from '../catalog.js';

export const drawer: DrawerWords = {
  requests: 'Requêtes',
  requestsCounted: 'Requêtes ({count})',
  close: 'Fermer',
  aboutRequests:
    'La page connaît une seule adresse. Toutes les autres sont des liens, des modèles et des actions de réponses précédentes.',
  allOperations: 'Consulter toutes les opérations',
  unanswered: 'sans réponse',
  request: 'Requête',
  answer: 'Réponse',
  copyAsCurl: 'Copier pour curl',
  copied: 'La commande est copiée. Définissez TOKEN avant de l’exécuter.',
  command: 'Commande',
  clock: 'Horloge du bac à sable',
  clockShows: 'L’horloge indique {time}.',
  hoursOn: { one: '+{count} heure', other: '+{count} heures' },
  daysOn: { one: '+{count} jour', other: '+{count} jours' },
  now: 'Maintenant',
  mails: 'E-mails sortants',
  noMails: 'Aucun pour l’instant.',
};
