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

/** Why the patron receives it, where several share an address. */
export const WHY_OF_CARD: Message = {
  en: 'You receive this message because a hold on this title was placed at {library} with the card that ends in {card}.',
  es: 'Recibe este mensaje porque se reservó este título en {library} con el carné que termina en {card}.',
  fr: 'Vous recevez ce message parce que ce titre a été réservé auprès de {library} avec la carte qui se termine par {card}.',
  de: 'Sie erhalten diese Nachricht von {library}, weil dieser Titel mit dem Ausweis vorgemerkt wurde, der auf {card} endet.',
  ar: 'تصلك هذه الرسالة لأن هذا العنوان حُجز في {library} بالبطاقة التي تنتهي بـ {card}.',
};

export const WHY_OF_WATCH: Message = {
  en: 'You receive this message because you watch this title at {library}.',
  es: 'Recibe este mensaje porque sigue este título en {library}.',
  fr: 'Vous recevez ce message parce que vous suivez ce titre auprès de {library}.',
  de: 'Sie erhalten diese Nachricht von {library}, weil Sie sich diesen Titel gemerkt haben.',
  ar: 'تصلك هذه الرسالة لأنك تتابع هذا العنوان في {library}.',
};

/** The same of several. */
export const WHY_OF_WATCHES: Message = {
  en: 'You receive this message because you watch titles at {library}.',
  es: 'Recibe este mensaje porque sigue títulos en {library}.',
  fr: 'Vous recevez ce message parce que vous suivez des titres auprès de {library}.',
  de: 'Sie erhalten diese Nachricht von {library}, weil Sie sich Titel gemerkt haben.',
  ar: 'تصلك هذه الرسالة لأنك تتابع عناوين في {library}.',
};

/** Why the patron receives it. */
export const WHY: Message = {
  en: 'You receive this message because you placed a hold on this title at {library}.',
  es: 'Recibe este mensaje porque reservó este título en {library}.',
  fr: 'Vous recevez ce message parce que vous avez réservé ce titre auprès de {library}.',
  de: 'Sie erhalten diese Nachricht von {library}, weil Sie diesen Titel vorgemerkt haben.',
  ar: 'تصلك هذه الرسالة لأنك حجزت هذا العنوان في {library}.',
};

/** The same of a mail with several notices. */
export const WHY_OF_SEVERAL_OF_CARD: Message = {
  en: 'You receive this message because holds on these titles were placed at {library} with the card that ends in {card}.',
  es: 'Recibe este mensaje porque se reservaron estos títulos en {library} con el carné que termina en {card}.',
  fr: 'Vous recevez ce message parce que ces titres ont été réservés auprès de {library} avec la carte qui se termine par {card}.',
  de: 'Sie erhalten diese Nachricht von {library}, weil diese Titel mit dem Ausweis vorgemerkt wurden, der auf {card} endet.',
  ar: 'تصلك هذه الرسالة لأن هذه العناوين حُجزت في {library} بالبطاقة التي تنتهي بـ {card}.',
};

export const WHY_OF_SEVERAL: Message = {
  en: 'You receive this message because you placed holds on these titles at {library}.',
  es: 'Recibe este mensaje porque reservó estos títulos en {library}.',
  fr: 'Vous recevez ce message parce que vous avez réservé ces titres auprès de {library}.',
  de: 'Sie erhalten diese Nachricht von {library}, weil Sie diese Titel vorgemerkt haben.',
  ar: 'تصلك هذه الرسالة لأنك حجزت هذه العناوين في {library}.',
};
