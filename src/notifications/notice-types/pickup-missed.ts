import type { Message, NoticeTypeDefinition } from './notice-type.js';
import { waitIfReleased } from './wait-if-released.js';

const LEAD: Message = {
  en: 'This title was set aside for you at {library} until {until}, but was not borrowed.',
  es: 'Este título estuvo apartado para usted en {library} hasta el {until}, pero no se tomó en préstamo.',
  fr: 'Ce titre a été mis de côté pour vous auprès de {library} jusqu’au {until}, mais n’a pas été emprunté.',
  de: 'Dieser Titel stand bis {until} für Sie zur Ausleihe bereit ({library}), wurde aber nicht ausgeliehen.',
  ar: 'كان هذا العنوان محجوزًا لك في {library} حتى {until}، لكنه لم يُستعر.',
};

const RESUME: Message = {
  en: 'Your hold is now suspended. It keeps its place in line, but you get no copy until you resume it in the list of your holds.',
  es: 'Su reserva está ahora suspendida. Conserva su puesto en la cola, pero no recibirá ningún ejemplar hasta que la reactive en la lista de sus reservas.',
  fr: 'Votre réservation est maintenant suspendue. Elle garde sa place dans la file d’attente, mais aucun exemplaire ne vous sera attribué tant que vous ne l’aurez pas réactivée dans la liste de vos réservations.',
  de: 'Ihre Vormerkung ist jetzt ausgesetzt. Sie behält ihren Platz, aber Sie bekommen erst wieder ein Exemplar, wenn Sie sie in der Liste Ihrer Vormerkungen fortsetzen.',
  ar: 'حجزك معلّق الآن. يحتفظ بمكانه في قائمة الانتظار، لكنك لن تحصل على نسخة حتى تستأنفه في قائمة حجوزاتك.',
};

/**
 * A missed pickup has suspended the hold until it is resumed. The moment is the end of the pickup, when the suspension began. Not sent to patrons who
 * have suspended the hold again: they know.
 */
export const pickupMissed: NoticeTypeDefinition = {
  staffName: 'A missed pickup has suspended a hold',
  staffClause: 'a missed pickup has suspended a hold',
  moment: 'suspended_since',
  isMomentPast: true,
  condition: "h.suspension_type = 'indefinite'",
  tellsWait: 'if-resumed',
  heading: {
    en: 'Your hold is suspended',
    es: 'Su reserva está suspendida',
    fr: 'Votre réservation est suspendue',
    de: 'Ihre Vormerkung ist ausgesetzt',
    ar: 'حجزك معلّق',
  },
  paragraphs: (context) => [LEAD, RESUME, ...waitIfReleased(context)],
};
