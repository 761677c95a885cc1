import type { Message, NoticeTypeDefinition } from './notice-type.js';
import { watchWordsFor } from './watched.js';

const LEAD: Message = {
  en: 'Your hold on this title at {library} ended on {until}.',
  es: 'Su reserva de este título en {library} terminó el {until}.',
  fr: 'Votre réservation de ce titre auprès de {library} a pris fin le {until}.',
  de: 'Ihre Vormerkung dieses Titels ({library}) endete am {until}.',
  ar: 'انتهى حجزك لهذا العنوان في {library} في {until}.',
};

const QUESTIONS: Message = {
  en: 'If you have questions, please ask the library.',
  es: 'Si tiene alguna pregunta, consulte a la biblioteca.',
  fr: 'Pour toute question, adressez-vous à la bibliothèque.',
  de: 'Bei Fragen wenden Sie sich bitte an die Bibliothek.',
  ar: 'إذا كانت لديك أسئلة، فيُرجى سؤال المكتبة.',
};

/** By `HoldEndReason`. A reason without words of its own gets general words. */
const REASONS: Readonly<Record<string, Message>> = {
  'removed-by-staff': {
    en: 'The library removed the hold.',
    es: 'La biblioteca ha eliminado la reserva.',
    fr: 'La bibliothèque a supprimé la réservation.',
    de: 'Die Bibliothek hat die Vormerkung entfernt.',
    ar: 'أزالت المكتبة الحجز.',
  },
  'pickup-missed': {
    en: 'The title was not borrowed in time, and went to the next reader.',
    es: 'El título no se tomó en préstamo a tiempo y ha pasado a la siguiente persona.',
    fr: 'Le titre n’a pas été emprunté à temps ; il a été proposé à la personne suivante.',
    de: 'Der Titel wurde nicht rechtzeitig ausgeliehen und ging an die nächste Person.',
    ar: 'لم يُستعر العنوان في الوقت المحدد، فانتقل إلى القارئ التالي.',
  },
  'title-withdrawn': {
    en: 'The library no longer has this title.',
    es: 'La biblioteca ya no dispone de este título.',
    fr: 'La bibliothèque ne dispose plus de ce titre.',
    de: 'Die Bibliothek hat diesen Titel nicht mehr.',
    ar: 'لم يعد هذا العنوان متوفرًا في المكتبة.',
  },
  'no-copies': {
    en: 'The library no longer has a copy of this title, and no other has come.',
    es: 'La biblioteca ya no dispone de ningún ejemplar de este título, y no ha llegado otro.',
    fr: 'La bibliothèque n’a plus d’exemplaire de ce titre, et aucun autre n’est arrivé.',
    de: 'Die Bibliothek hat kein Exemplar dieses Titels mehr, und es ist kein anderes gekommen.',
    ar: 'لم تعد لدى المكتبة نسخة من هذا العنوان، ولم تصل نسخة أخرى.',
  },
  'licence-ended': {
    en: 'The library’s licence for this title has ended, and it has not been renewed.',
    es: 'La licencia de la biblioteca para este título ha terminado y no se ha renovado.',
    fr: 'La licence de la bibliothèque pour ce titre a pris fin et n’a pas été renouvelée.',
    de: 'Die Lizenz der Bibliothek für diesen Titel ist abgelaufen und wurde nicht erneuert.',
    ar: 'انتهى ترخيص المكتبة لهذا العنوان ولم يُجدَّد.',
  },
  'not-needed': {
    en: 'You had said that you would no longer need the title by then. You can place a new hold at any time.',
    es: 'Usted había indicado que para entonces ya no necesitaría el título. Puede hacer una nueva reserva en cualquier momento.',
    fr: 'Vous aviez indiqué que vous n’auriez plus besoin du titre à ce moment-là. Vous pouvez le réserver à nouveau à tout moment.',
    de: 'Sie hatten angegeben, dass Sie den Titel dann nicht mehr brauchen. Sie können ihn jederzeit neu vormerken.',
    ar: 'كنت قد ذكرت أنك لن تحتاج إلى العنوان بحلول ذلك الوقت. يمكنك حجزه من جديد في أي وقت.',
  },
  'suspension-expired': {
    en: 'The hold had been suspended for a long time.',
    es: 'La reserva llevaba mucho tiempo suspendida.',
    fr: 'La réservation était suspendue depuis longtemps.',
    de: 'Die Vormerkung war lange Zeit ausgesetzt.',
    ar: 'كان الحجز معلّقًا مدة طويلة.',
  },
};

/** The hold has ended, and not by the patron's own request. */
export const ended: NoticeTypeDefinition = {
  staffName: 'A hold has ended',
  staffClause: 'a hold has ended',
  moment: 'ended_at',
  isMomentPast: true,
  heading: {
    en: 'Your hold has ended',
    es: 'Su reserva ha terminado',
    fr: 'Votre réservation a pris fin',
    de: 'Ihre Vormerkung ist beendet',
    ar: 'انتهى حجزك',
  },
  paragraphs: ({ reason }) => {
    const watched = watchWordsFor(reason);
    return watched === undefined ? [LEAD, ...wordsFor(reason), QUESTIONS] : [watched.words];
  },
};

function wordsFor(reason: string | null): Message[] {
  return Object.entries(REASONS).flatMap(([known, words]) => (known === reason ? [words] : []));
}
