import type { Message } from './notice-type.js';

interface WatchWords {
  readonly heading: Message;
  readonly words: Message;
}

/** The words of what is told of a watched title, by its reason: there is no hold, so it is told as the end of one is. */
const WATCHED: Readonly<Record<string, WatchWords>> = {
  'watched-free': {
    heading: {
      en: 'A copy is free',
      es: 'Hay un ejemplar libre',
      fr: 'Un exemplaire est libre',
      de: 'Ein Exemplar ist frei',
      ar: 'هناك نسخة متاحة',
    },
    words: {
      en: '{library} has a free copy of this title, and nobody waits for it. It is not set aside for you: who comes first borrows it.',
      es: '{library} tiene un ejemplar libre de este título y nadie lo espera. No está apartado para usted: lo toma en préstamo quien llegue primero.',
      fr: '{library} a un exemplaire libre de ce titre, et personne ne l’attend. Il n’est pas mis de côté pour vous : la première personne venue l’emprunte.',
      de: 'Bei {library} ist ein Exemplar dieses Titels frei, und niemand wartet darauf. Es ist nicht für Sie zurückgelegt: Wer zuerst kommt, leiht es aus.',
      ar: 'لدى {library} نسخة متاحة من هذا العنوان ولا ينتظرها أحد. ليست محجوزة لك: يستعيرها من يأتي أولًا.',
    },
  },
  'watched-bought': {
    heading: {
      en: 'The library has it now',
      es: 'La biblioteca ya lo tiene',
      fr: 'La bibliothèque l’a maintenant',
      de: 'Die Bibliothek hat den Titel jetzt',
      ar: 'أصبح العنوان لدى المكتبة',
    },
    words: {
      en: '{library} now has this title. You can borrow it, or place a hold on it.',
      es: '{library} ya tiene este título. Puede tomarlo en préstamo o reservarlo.',
      fr: '{library} a maintenant ce titre. Vous pouvez l’emprunter ou le réserver.',
      de: '{library} hat diesen Titel jetzt. Sie können ihn ausleihen oder vormerken.',
      ar: 'أصبح هذا العنوان لدى {library}. يمكنك استعارته أو حجزه.',
    },
  },
  'watched-gone': {
    heading: {
      en: 'The library no longer has it',
      es: 'La biblioteca ya no lo tiene',
      fr: 'La bibliothèque ne l’a plus',
      de: 'Die Bibliothek hat den Titel nicht mehr',
      ar: 'لم يعد العنوان لدى المكتبة',
    },
    words: {
      en: '{library} no longer has a copy of this title that you can borrow.',
      es: '{library} ya no tiene ningún ejemplar de este título que usted pueda tomar en préstamo.',
      fr: '{library} n’a plus d’exemplaire de ce titre que vous puissiez emprunter.',
      de: '{library} hat kein Exemplar dieses Titels mehr, das Sie ausleihen können.',
      ar: 'لم تعد لدى {library} نسخة من هذا العنوان يمكنك استعارتها.',
    },
  },
};

/** Undefined: a hold has ended, for this reason. */
export function watchWordsFor(reason: string | null): WatchWords | undefined {
  return reason !== null && Object.hasOwn(WATCHED, reason) ? WATCHED[reason] : undefined;
}
