import type { NoticeContext, Message } from './notice-type.js';

const LIKELY: Message = {
  en: 'If you resume it today, you will get a copy: likely by {likely}; at the latest, nine times in ten, by {latest}.',
  es: 'Si la reactiva hoy, recibirá un ejemplar: probablemente antes del {likely}; a más tardar, nueve de cada diez veces, el {latest}.',
  fr: 'Si vous la réactivez aujourd’hui, un exemplaire vous sera attribué : probablement d’ici le {likely} ; au plus tard, neuf fois sur dix, le {latest}.',
  de: 'Wenn Sie sie heute fortsetzen, bekommen Sie ein Exemplar: wahrscheinlich bis zum {likely}; spätestens, in neun von zehn Fällen, bis zum {latest}.',
  ar: 'إذا استأنفته اليوم، فستحصل على نسخة: على الأرجح بحلول {likely}، وفي موعد أقصاه، تسع مرات من كل عشر، {latest}.',
};

/** For the worst case, and where both days are the same. */
const LATEST: Message = {
  en: 'If you resume it today, a copy is expected by {latest}, often sooner.',
  es: 'Si la reactiva hoy, está previsto un ejemplar para el {latest}, a menudo antes.',
  fr: 'Si vous la réactivez aujourd’hui, un exemplaire est attendu d’ici le {latest}, souvent plus tôt.',
  de: 'Wenn Sie sie heute fortsetzen, wird ein Exemplar bis zum {latest} erwartet, oft früher.',
  ar: 'إذا استأنفته اليوم، فمن المتوقع توفّر نسخة بحلول {latest}، وغالبًا قبل ذلك.',
};

const LIKELY_ONLY: Message = {
  en: 'If you resume it today, you will get a copy: likely by {likely}; it may take more than a year.',
  es: 'Si la reactiva hoy, recibirá un ejemplar: probablemente antes del {likely}; puede tardar más de un año.',
  fr: 'Si vous la réactivez aujourd’hui, un exemplaire vous sera attribué : probablement d’ici le {likely} ; cela peut prendre plus d’un an.',
  de: 'Wenn Sie sie heute fortsetzen, bekommen Sie ein Exemplar: wahrscheinlich bis zum {likely}; es kann mehr als ein Jahr dauern.',
  ar: 'إذا استأنفته اليوم، فستحصل على نسخة: على الأرجح بحلول {likely}، وقد يستغرق الأمر أكثر من عام.',
};

const AFTER_A_YEAR: Message = {
  en: 'If you resume it today, it may take more than a year until you get a copy.',
  es: 'Si la reactiva hoy, puede tardar más de un año en recibir un ejemplar.',
  fr: 'Si vous la réactivez aujourd’hui, cela peut prendre plus d’un an avant qu’un exemplaire vous soit attribué.',
  de: 'Wenn Sie sie heute fortsetzen, kann es mehr als ein Jahr dauern, bis Sie ein Exemplar bekommen.',
  ar: 'إذا استأنفته اليوم، فقد يستغرق الأمر أكثر من عام حتى تحصل على نسخة.',
};

/** Says when a suspended hold would be ready, in the words of the shelf; nothing if that is unknown. */
export function waitIfReleased({ wait }: NoticeContext): readonly Message[] {
  switch (wait) {
    case 'likely':
      return [LIKELY];
    case 'likely-only':
      return [LIKELY_ONLY];
    case 'after-a-year':
      return [AFTER_A_YEAR];
    case 'latest':
      return [LATEST];
    case undefined:
      return [];
  }
}
