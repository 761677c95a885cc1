import type { Message, NoticeTypeDefinition } from './notice-type.js';
import { DEADLINE } from './ready.js';

const LEAD: Message = {
  en: 'This title is still set aside for you at {library}.',
  es: 'Este título sigue apartado para usted en {library}.',
  fr: 'Ce titre est toujours mis de côté pour vous auprès de {library}.',
  de: 'Dieser Titel steht noch für Sie zur Ausleihe bereit ({library}).',
  ar: 'ما زال هذا العنوان محجوزًا لك في {library}.',
};

/** The pickup ends soon. Patrons are not reminded at an address that is known to fail. */
export const reminder: NoticeTypeDefinition = {
  staffName: 'The pickup ends soon',
  staffClause: 'the time to borrow a title ends soon',
  moment: 'expires_at',
  condition: 'h.notice_sent_for = h.expires_at',
  heading: {
    en: 'Please borrow soon',
    es: 'Recuerde tomarlo en préstamo',
    fr: 'Pensez à l’emprunter',
    de: 'Bitte bald ausleihen',
    ar: 'تذكير بالاستعارة',
  },
  paragraphs: () => [LEAD, DEADLINE],
};
