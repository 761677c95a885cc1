import type { Message, NoticeTypeDefinition } from './notice-type.js';
import { waitIfReleased } from './wait-if-released.js';

const LEAD: Message = {
  en: 'Your hold on this title at {library} is suspended.',
  es: 'Su reserva de este título en {library} está suspendida.',
  fr: 'Votre réservation de ce titre auprès de {library} est suspendue.',
  de: 'Ihre Vormerkung dieses Titels ({library}) ist ausgesetzt.',
  ar: 'حجزك لهذا العنوان في {library} معلّق.',
};

const DEADLINE: Message = {
  en: 'It ends on {until}, unless you resume it before then.',
  es: 'Terminará el {until}, a menos que la reactive antes.',
  fr: 'Elle prendra fin le {until}, sauf si vous la réactivez d’ici là.',
  de: 'Sie endet am {until}, wenn Sie sie nicht vorher fortsetzen.',
  ar: 'ينتهي في {until} ما لم تستأنفه قبل ذلك.',
};

/** The hold ends soon because it has been suspended for so long. */
export const suspensionEnds: NoticeTypeDefinition = {
  staffName: 'A suspended hold ends soon',
  staffClause: 'a hold ends soon, because it has been suspended for long',
  moment: 'suspension_ends_at',
  tellsWait: 'if-resumed',
  heading: {
    en: 'Your suspended hold ends soon',
    es: 'Su reserva suspendida termina pronto',
    fr: 'Votre réservation suspendue prend bientôt fin',
    de: 'Ihre ausgesetzte Vormerkung endet bald',
    ar: 'ينتهي حجزك المعلّق قريبًا',
  },
  paragraphs: (context) => [LEAD, DEADLINE, ...waitIfReleased(context)],
};
