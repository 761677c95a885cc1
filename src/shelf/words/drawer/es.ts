import type { DrawerWords } from '../catalog.js';

export const drawer: DrawerWords = {
  requests: 'Peticiones',
  requestsCounted: 'Peticiones ({count})',
  close: 'Cerrar',
  aboutRequests:
    'La página conoce una sola dirección. Las demás son enlaces, plantillas y acciones de respuestas anteriores.',
  allOperations: 'Consultar todas las operaciones',
  unanswered: 'sin respuesta',
  request: 'Petición',
  answer: 'Respuesta',
  copyAsCurl: 'Copiar como curl',
  copied: 'El comando se ha copiado. Defina TOKEN antes de ejecutarlo.',
  command: 'Comando',
  clock: 'Reloj del entorno de pruebas',
  clockShows: 'El reloj marca {time}.',
  hoursOn: { one: '+{count} hora', other: '+{count} horas' },
  daysOn: { one: '+{count} día', other: '+{count} días' },
  now: 'Ahora',
  mails: 'Correos salientes',
  noMails: 'Todavía ninguno.',
};
