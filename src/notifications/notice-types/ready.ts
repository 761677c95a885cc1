import type { Message, NoticeTypeDefinition } from './notice-type.js';

const LEAD: Message = {
  en: 'This title is ready for you to borrow from {library}.',
  es: 'Este título está listo para que lo tome en préstamo en {library}.',
  fr: 'Ce titre est disponible : vous pouvez l’emprunter auprès de {library}.',
  de: 'Dieser Titel steht für Sie zur Ausleihe bereit ({library}).',
  ar: 'أصبح هذا العنوان جاهزًا لتستعيره من {library}.',
};

/** Also in the reminder. */
export const DEADLINE: Message = {
  en: 'Please borrow it by {until}. After that it goes to the next reader.',
  es: 'Tómelo en préstamo antes del {until}. Después pasará a la siguiente persona.',
  fr: 'Veuillez l’emprunter avant le {until}. Passé ce délai, le titre sera proposé à la personne suivante.',
  de: 'Bitte leihen Sie den Titel bis {until} aus. Danach geht er an die nächste Person.',
  ar: 'يُرجى استعارته قبل {until}. بعد ذلك ينتقل إلى القارئ التالي.',
};

/** A copy is set aside. The hold itself records that this notice was sent. */
export const ready: NoticeTypeDefinition = {
  staffName: 'A title is ready',
  staffClause: 'a title is ready',
  moment: 'expires_at',
  heading: {
    en: 'Ready to borrow',
    es: 'Listo para el préstamo',
    fr: 'Prêt à emprunter',
    de: 'Zur Ausleihe bereit',
    ar: 'جاهز للإعارة',
  },
  paragraphs: () => [LEAD, DEADLINE],
};
