import type { Message, NoticeTypeDefinition } from './notice-type.js';

const LEAD: Message = {
  en: 'The copy of this title that was set aside for you at {library} is no longer available, because its licence has ended.',
  es: 'El ejemplar de este título que estaba apartado para usted en {library} ya no está disponible porque su licencia ha terminado.',
  fr: 'L’exemplaire de ce titre mis de côté pour vous auprès de {library} n’est plus disponible, car sa licence a pris fin.',
  de: 'Das Exemplar dieses Titels, das bei {library} für Sie bereitstand, gibt es nicht mehr, weil seine Lizenz abgelaufen ist.',
  ar: 'لم تعد النسخة التي كانت محجوزة لك من هذا العنوان في {library} متاحة، لأن ترخيصها قد انتهى.',
};

const KEPT: Message = {
  en: 'Your hold has its old place in line. You get a message when another copy is ready for you.',
  es: 'Su reserva conserva su puesto en la cola. Recibirá un mensaje cuando haya otro ejemplar listo para usted.',
  fr: 'Votre réservation garde sa place dans la file d’attente. Vous recevrez un message dès qu’un autre exemplaire sera prêt pour vous.',
  de: 'Ihre Vormerkung hat wieder ihren alten Platz. Sie bekommen eine Nachricht, sobald ein anderes Exemplar für Sie bereitsteht.',
  ar: 'يحتفظ حجزك بمكانه السابق في قائمة الانتظار. ستصلك رسالة عندما تصبح نسخة أخرى جاهزة لك.',
};

/** The licence of a copy that was set aside has ended, and no other copy was free. The moment is when that happened. */
export const licenceEnded: NoticeTypeDefinition = {
  staffName: 'A licence has ended while a hold was ready',
  staffClause: 'the licence of a copy that was set aside has ended',
  moment: 'copy_gone_at',
  isMomentPast: true,
  condition: 'h.collection_id IS NULL',
  heading: {
    en: 'Your copy is no longer available',
    es: 'Su ejemplar ya no está disponible',
    fr: 'Votre exemplaire n’est plus disponible',
    de: 'Ihr Exemplar ist nicht mehr da',
    ar: 'لم تعد نسختك متاحة',
  },
  paragraphs: () => [LEAD, KEPT],
};
