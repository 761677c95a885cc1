import type { Kind } from '../../domain/titles/kind.js';
import type { Message } from '../notice-types/notice-type.js';
import type { NoticeLanguage } from './notice-language.js';

/** As on the badges of the shelf, for use within a sentence. */
export const KIND_WORDS: Readonly<Record<Kind, Message>> = {
  ebook: { en: 'e-book', es: 'libro electrónico', fr: 'livre numérique', de: 'E-Book', ar: 'كتاب إلكتروني' },
  audiobook: { en: 'audiobook', es: 'audiolibro', fr: 'livre audio', de: 'Hörbuch', ar: 'كتاب صوتي' },
  video: { en: 'video', es: 'vídeo', fr: 'vidéo', de: 'Video', ar: 'فيديو' },
  magazine: { en: 'magazine', es: 'revista', fr: 'magazine', de: 'Zeitschrift', ar: 'مجلة' },
};

/** The kinds of a title, such as "e-book and audiobook"; empty if unknown. */
export function kindsInWords(kinds: readonly Kind[], { code, locale }: NoticeLanguage): string {
  return new Intl.ListFormat(locale).format(kinds.map((kind) => KIND_WORDS[kind][code]));
}
