import type { Message, NoticeTypeDefinition } from './notice-type.js';

const LEAD: Message = {
  en: 'This title is set aside for you at {library}. The time to borrow it would have ended on a day on which the library is closed, so you have longer.',
  es: 'Este título está apartado para usted en {library}. El plazo para tomarlo en préstamo terminaba un día en que la biblioteca está cerrada, por lo que se ha ampliado.',
  fr: 'Ce titre est mis de côté pour vous auprès de {library}. Le délai pour l’emprunter devait prendre fin un jour de fermeture de la bibliothèque ; il est donc prolongé.',
  de: 'Dieser Titel steht für Sie zur Ausleihe bereit ({library}). Die Frist wäre an einem Tag abgelaufen, an dem die Bibliothek geschlossen ist. Deshalb haben Sie länger Zeit.',
  ar: 'هذا العنوان محجوز لك في {library}. كانت مهلة استعارته ستنتهي في يوم تكون فيه المكتبة مغلقة، لذلك مُدِّدت المهلة.',
};

const DEADLINE: Message = {
  en: 'You can now borrow it until {until}. After that it goes to the next reader.',
  es: 'Ahora puede tomarlo en préstamo hasta el {until}. Después pasará a la siguiente persona.',
  fr: 'Vous pouvez désormais l’emprunter jusqu’au {until}. Passé ce délai, le titre sera proposé à la personne suivante.',
  de: 'Sie können den Titel jetzt bis {until} ausleihen. Danach geht er an die nächste Person.',
  ar: 'يمكنك الآن استعارته حتى {until}. بعد ذلك ينتقل إلى القارئ التالي.',
};

/** The pickup ends later than its patron was told, because the library is closed then. */
export const pickupLater: NoticeTypeDefinition = {
  staffName: 'The pickup ends later',
  staffClause: 'there is more time to borrow a title, because the library is closed',
  moment: 'expires_at',
  condition: 'h.notice_sent_for = h.expires_at',
  heading: {
    en: 'More time to borrow',
    es: 'Más tiempo para el préstamo',
    fr: 'Plus de temps pour emprunter',
    de: 'Mehr Zeit zum Ausleihen',
    ar: 'وقت أطول للاستعارة',
  },
  paragraphs: () => [LEAD, DEADLINE],
};
