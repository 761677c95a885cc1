import type { ActionLink, Message, NoticeContext, NoticeTypeDefinition } from './notice-type.js';

const LEAD: Message = {
  en: 'It will soon be your turn to borrow this title from {library}.',
  es: 'Pronto será su turno para tomar este título en préstamo en {library}.',
  fr: 'Ce sera bientôt votre tour d’emprunter ce titre auprès de {library}.',
  de: 'Bald sind Sie an der Reihe, diesen Titel auszuleihen ({library}).',
  ar: 'سيحين قريبًا دورك لاستعارة هذا العنوان من {library}.',
};

const LIKELY: Message = {
  en: 'A copy will be ready for you: likely by {likely}; at the latest, nine times in ten, by {latest}.',
  es: 'Habrá un ejemplar listo para usted: probablemente antes del {likely}; a más tardar, nueve de cada diez veces, el {latest}.',
  fr: 'Un exemplaire vous sera attribué : probablement d’ici le {likely} ; au plus tard, neuf fois sur dix, le {latest}.',
  de: 'Ein Exemplar steht dann für Sie bereit: wahrscheinlich bis zum {likely}; spätestens, in neun von zehn Fällen, bis zum {latest}.',
  ar: 'ستكون نسخة جاهزة لك: على الأرجح بحلول {likely}، وفي موعد أقصاه، تسع مرات من كل عشر، {latest}.',
};

/** For the worst case, and where both days are the same. */
const LATEST: Message = {
  en: 'A copy is expected by {latest}, often sooner.',
  es: 'Está previsto un ejemplar para el {latest}, a menudo antes.',
  fr: 'Un exemplaire est attendu d’ici le {latest}, souvent plus tôt.',
  de: 'Ein Exemplar wird bis zum {latest} erwartet, oft früher.',
  ar: 'من المتوقع توفّر نسخة بحلول {latest}، وغالبًا قبل ذلك.',
};

const LIKELY_ONLY: Message = {
  en: 'A copy will likely be ready for you by {likely}; it may take longer.',
  es: 'Probablemente habrá un ejemplar listo para usted antes del {likely}; puede tardar más.',
  fr: 'Un exemplaire vous sera probablement attribué d’ici le {likely} ; cela peut prendre plus longtemps.',
  de: 'Ein Exemplar steht wahrscheinlich bis zum {likely} für Sie bereit; es kann länger dauern.',
  ar: 'على الأرجح ستكون نسخة جاهزة لك بحلول {likely}، وقد يستغرق الأمر وقتًا أطول.',
};

const LATER: Message = {
  en: 'If that is too early for you, suspend the hold in the list of your holds, perhaps until a day: it keeps its place, and others get the copy meanwhile.',
  es: 'Si es demasiado pronto para usted, suspenda la reserva en la lista de sus reservas, si quiere hasta un día determinado: conserva su puesto y, mientras tanto, otras personas reciben el ejemplar.',
  fr: 'Si c’est trop tôt pour vous, suspendez la réservation dans la liste de vos réservations, au besoin jusqu’à une date : elle garde sa place, et d’autres reçoivent l’exemplaire entre-temps.',
  de: 'Wenn das für Sie zu früh ist, setzen Sie die Vormerkung in der Liste Ihrer Vormerkungen aus, auf Wunsch bis zu einem Tag: Sie behält ihren Platz, und andere bekommen das Exemplar in der Zwischenzeit.',
  ar: 'إذا كان ذلك مبكرًا عليك، فعلّق الحجز في قائمة حجوزاتك، وإن شئت حتى يوم معيّن: يحتفظ بمكانه، ويحصل آخرون على النسخة في هذه الأثناء.',
};

const NOT_NEEDED: Message = {
  en: 'If you no longer need the title, please remove the hold. Otherwise there is nothing to do: you get a message when the title is ready.',
  es: 'Si ya no necesita el título, elimine la reserva. De lo contrario, no tiene que hacer nada: recibirá un mensaje cuando el título esté listo.',
  fr: 'Si vous n’avez plus besoin du titre, veuillez supprimer la réservation. Sinon, vous n’avez rien à faire : vous recevrez un message quand le titre sera disponible.',
  de: 'Wenn Sie den Titel nicht mehr brauchen, entfernen Sie bitte die Vormerkung. Sonst ist nichts zu tun: Sie bekommen eine Nachricht, sobald der Titel bereitsteht.',
  ar: 'إذا لم تعد بحاجة إلى العنوان، فيُرجى إلغاء الحجز. وإلا فليس عليك فعل شيء: ستصلك رسالة عندما يصبح العنوان جاهزًا.',
};

const LINKS: readonly ActionLink[] = [
  {
    action: 'addSuspension',
    label: {
      en: 'Suspend the hold',
      es: 'Suspender la reserva',
      fr: 'Suspendre la réservation',
      de: 'Vormerkung aussetzen',
      ar: 'تعليق الحجز',
    },
  },
  {
    action: 'removeHold',
    label: {
      en: 'Remove the hold',
      es: 'Eliminar la reserva',
      fr: 'Supprimer la réservation',
      de: 'Vormerkung entfernen',
      ar: 'إلغاء الحجز',
    },
  },
];

/**
 * The hold waits, and is likely to be ready within the library's days. The moment is when that was found: once for each hold. Not sent to patrons who
 * have suspended the hold since, or whose copy has come.
 */
export const soon: NoticeTypeDefinition = {
  staffName: 'A title is ready soon',
  staffClause: 'a title is likely to be ready soon',
  moment: 'soon_told_at',
  isMomentPast: true,
  condition: 'h.collection_id IS NULL AND h.suspension_type IS NULL',
  tellsWait: 'as-it-is',
  heading: {
    en: 'Soon yours',
    es: 'Pronto será su turno',
    fr: 'Bientôt à vous',
    de: 'Bald für Sie bereit',
    ar: 'سيحين دورك قريبًا',
  },
  links: LINKS,
  paragraphs: (context) => [LEAD, ...waitOf(context), LATER, NOT_NEEDED],
};

/** Nothing if the estimate is gone, or far away, meanwhile. */
function waitOf({ wait }: NoticeContext): readonly Message[] {
  switch (wait) {
    case 'likely':
      return [LIKELY];
    case 'likely-only':
      return [LIKELY_ONLY];
    case 'latest':
      return [LATEST];
    case 'after-a-year':
    case undefined:
      return [];
  }
}
