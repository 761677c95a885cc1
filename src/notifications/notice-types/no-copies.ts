import type { Message, NoticeTypeDefinition } from './notice-type.js';

const LEAD: Message = {
  en: '{library} no longer has a copy of this title that you can borrow.',
  es: '{library} ya no dispone de ningún ejemplar de este título que usted pueda tomar en préstamo.',
  fr: '{library} n’a plus d’exemplaire de ce titre que vous puissiez emprunter.',
  de: '{library} hat kein Exemplar dieses Titels mehr, das Sie ausleihen können.',
  ar: 'لم تعد لدى {library} أي نسخة من هذا العنوان يمكنك استعارتها.',
};

const KEPT: Message = {
  en: 'Your hold keeps its place, in case the library gets a copy again. If you no longer want the title, you can remove the hold.',
  es: 'Su reserva conserva su puesto por si la biblioteca vuelve a tener un ejemplar. Si ya no desea el título, puede eliminar la reserva.',
  fr: 'Votre réservation garde sa place, au cas où la bibliothèque en obtiendrait de nouveau un. Si vous ne souhaitez plus ce titre, vous pouvez supprimer la réservation.',
  de: 'Ihre Vormerkung behält ihren Platz, falls die Bibliothek wieder ein Exemplar bekommt. Wenn Sie den Titel nicht mehr möchten, können Sie die Vormerkung entfernen.',
  ar: 'يحتفظ حجزك بمكانه في حال حصلت المكتبة على نسخة من جديد. إذا لم تعد ترغب في العنوان، فيمكنك إلغاء الحجز.',
};

const ENDS: Message = {
  en: 'Your hold ends on {ends}, unless the library gets a copy again before then.',
  es: 'Su reserva terminará el {ends}, a menos que la biblioteca vuelva a tener un ejemplar antes.',
  fr: 'Votre réservation prendra fin le {ends}, sauf si la bibliothèque en obtient de nouveau un d’ici là.',
  de: 'Ihre Vormerkung endet am {ends}, wenn die Bibliothek nicht vorher wieder ein Exemplar bekommt.',
  ar: 'ينتهي حجزك في {ends} ما لم تحصل المكتبة على نسخة من جديد قبل ذلك.',
};

/** The library has lost its last copy that the patron may use, at this moment. */
export const noCopies: NoticeTypeDefinition = {
  staffName: 'The last copy of a title is gone',
  staffClause: 'the library no longer has a copy of a title',
  moment: 'copies_lost_at',
  isMomentPast: true,
  heading: {
    en: 'No copy left',
    es: 'No queda ningún ejemplar',
    fr: 'Plus aucun exemplaire',
    de: 'Kein Exemplar mehr da',
    ar: 'لم تعد هناك نسخة',
  },
  paragraphs: ({ hasEnd }) => [LEAD, hasEnd ? ENDS : KEPT],
};
