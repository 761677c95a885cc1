import type { NoticeContext, Message } from './occasion.js';

const LIKELY: Message = {
  en: 'If you release it today, you will get a copy: likely by {likely}, at the latest by {latest}.',
  es: 'Si la reactiva hoy, recibirá un ejemplar: probablemente antes del {likely}, a más tardar el {latest}.',
  fr: 'Si vous la réactivez aujourd’hui, un exemplaire vous sera attribué : probablement d’ici le {likely}, au plus tard le {latest}.',
  de: 'Wenn Sie sie heute fortsetzen, bekommen Sie ein Exemplar: wahrscheinlich bis zum {likely}, spätestens bis zum {latest}.',
  ar: 'إذا استأنفته اليوم، فستحصل على نسخة: على الأرجح بحلول {likely}، وفي موعد أقصاه {latest}.',
};

/** Of the worst case, and where both days are the same. */
const LATEST: Message = {
  en: 'If you release it today, a copy is expected by {latest}, often sooner.',
  es: 'Si la reactiva hoy, está previsto un ejemplar para el {latest}, a menudo antes.',
  fr: 'Si vous la réactivez aujourd’hui, un exemplaire est attendu d’ici le {latest}, souvent plus tôt.',
  de: 'Wenn Sie sie heute fortsetzen, wird ein Exemplar bis zum {latest} erwartet, oft früher.',
  ar: 'إذا استأنفته اليوم، فمن المتوقع توفّر نسخة بحلول {latest}، وغالبًا قبل ذلك.',
};

/** When a suspended hold would be ready, in the words of the shelf; nothing where that is not known. */
export function waitIfReleased({ wait }: NoticeContext): readonly Message[] {
  switch (wait) {
    case 'likely':
      return [LIKELY];
    case 'latest':
      return [LATEST];
    case undefined:
      return [];
  }
}
