import type { Message, NoticeTypeDefinition } from './notice-type.js';
import { waitIfReleased } from './wait-if-released.js';

const LEAD: Message = {
  en: 'Your hold on "{title}"{format} at {library} is suspended.',
  es: 'Su reserva de «{title}»{format} en {library} está suspendida.',
  fr: 'Votre réservation de « {title} »{format} auprès de {library} est suspendue.',
  de: 'Ihre Vormerkung von „{title}“{format} ({library}) ist ausgesetzt.',
  ar: 'حجزك لـ «{title}»{format} في {library} معلّق.',
};

const DEADLINE: Message = {
  en: 'It ends on {until}, unless you release it before then.',
  es: 'Terminará el {until}, a menos que la reactive antes.',
  fr: 'Elle prendra fin le {until}, sauf si vous la réactivez d’ici là.',
  de: 'Sie endet am {until}, wenn Sie sie nicht vorher fortsetzen.',
  ar: 'ينتهي في {until} ما لم تستأنفه قبل ذلك.',
};

/** A hold has been suspended for so long that it ends soon. */
export const suspensionEnds: NoticeTypeDefinition = {
  staffName: 'A suspended hold ends soon',
  staffClause: 'a hold ends soon, because it has been suspended for long',
  moment: 'suspension_ends_at',
  tellsWait: true,
  subject: {
    en: 'Your suspended hold ends soon: {title}{format}',
    es: 'Su reserva suspendida termina pronto: {title}{format}',
    fr: 'Votre réservation suspendue prend bientôt fin : {title}{format}',
    de: 'Ihre ausgesetzte Vormerkung endet bald: {title}{format}',
    ar: 'ينتهي حجزك المعلّق قريبًا: {title}{format}',
  },
  paragraphs: (context) => [LEAD, DEADLINE, ...waitIfReleased(context)],
};
