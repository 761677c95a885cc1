import type { Message } from '../notice-types/notice-type.js';

export const BUTTON_TITLE: Message = {
  en: 'Open the title',
  es: 'Abrir el título',
  fr: 'Ouvrir le titre',
  de: 'Titel öffnen',
  ar: 'افتح العنوان',
};

export const BUTTON_SHELF: Message = {
  en: 'See my holds',
  es: 'Ver mis reservas',
  fr: 'Voir mes réservations',
  de: 'Meine Vormerkungen ansehen',
  ar: 'اعرض حجوزاتي',
};

/** Why the patron receives it. */
export const WHY: Message = {
  en: 'You receive this message because you placed a hold on this title at {library}.',
  es: 'Recibe este mensaje porque reservó este título en {library}.',
  fr: 'Vous recevez ce message parce que vous avez réservé ce titre auprès de {library}.',
  de: 'Sie erhalten diese Nachricht von {library}, weil Sie diesen Titel vorgemerkt haben.',
  ar: 'تصلك هذه الرسالة لأنك حجزت هذا العنوان في {library}.',
};
