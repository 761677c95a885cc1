import type { LanguageCode } from '../../domain/languages.js';

type Translations = Readonly<Record<LanguageCode, string>>;

/** The words around a text on the built-in page. */
export const CONTENT_WORDS = {
  toShelf: {
    en: 'Back to my shelf',
    es: 'Volver a mi estantería',
    fr: 'Retour à mon étagère',
    de: 'Zurück zu meinem Regal',
    ar: 'العودة إلى رفّي',
  },
  opened: {
    en: 'Your title is open.',
    es: 'Su título está abierto.',
    fr: 'Votre titre est ouvert.',
    de: 'Ihr Titel ist geöffnet.',
    ar: 'عنوانك مفتوح الآن.',
  },
  noText: {
    en: 'This is a demonstration, and has the first chapters of three titles only. This one is not among them.',
    es: 'Esto es una demostración y solo tiene los primeros capítulos de tres títulos. Este no es uno de ellos.',
    fr: 'Ceci est une démonstration, qui n’a que le premier chapitre de trois titres. Celui-ci n’en fait pas partie.',
    de: 'Dies ist eine Vorführung und hat nur von drei Titeln das erste Kapitel. Dieser gehört nicht dazu.',
    ar: 'هذا عرض توضيحي لا يضم سوى الفصل الأول من ثلاثة عناوين، وليس هذا العنوان منها.',
  },
  ends: {
    en: 'Here the first chapter ends. The text is in the public domain.',
    es: 'Aquí termina el primer capítulo. El texto es de dominio público.',
    fr: 'Ici se termine le premier chapitre. Le texte est dans le domaine public.',
    de: 'Hier endet das erste Kapitel. Der Text ist gemeinfrei.',
    ar: 'هنا ينتهي الفصل الأول. النص في الملك العام.',
  },
} satisfies Readonly<Record<string, Translations>>;
