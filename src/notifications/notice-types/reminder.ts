import type { Message, NoticeTypeDefinition } from './notice-type.js';
import { DEADLINE } from './ready.js';

const LEAD: Message = {
  en: '"{title}"{format} is still set aside for you at {library}.',
  es: '«{title}»{format} sigue apartado para usted en {library}.',
  fr: '« {title} »{format} est toujours mis de côté pour vous auprès de {library}.',
  de: '„{title}“{format} steht noch für Sie zur Ausleihe bereit ({library}).',
  ar: 'ما زال «{title}»{format} محجوزًا لك في {library}.',
};

/** The pickup ends soon. No patron is reminded at an address that is known to fail. */
export const reminder: NoticeTypeDefinition = {
  staffName: 'The pickup ends soon',
  staffClause: 'the time to borrow a title ends soon',
  moment: 'expires_at',
  condition: 'h.notice_sent_for = h.expires_at',
  subject: {
    en: 'Please borrow soon: {title}{format}',
    es: 'Recuerde tomarlo en préstamo: {title}{format}',
    fr: 'Pensez à l’emprunter : {title}{format}',
    de: 'Bitte bald ausleihen: {title}{format}',
    ar: 'تذكير بالاستعارة: {title}{format}',
  },
  paragraphs: () => [LEAD, DEADLINE],
};
