import type { NoticePreview } from '../../notifications/composing/notice-preview.js';

/** A notice as the library's patrons would get it, about a title that is only an example. */
export interface NoticePreviewRecord {
  readonly subject: string;
  readonly text: string;
  /** A whole page. Show it where it can run no script. */
  readonly html: string;
  /** The language tag that it is written in. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

export function representNoticePreview(preview: NoticePreview): NoticePreviewRecord {
  const { subject, text, html, language, direction } = preview;
  return { subject, text, html, language, direction };
}
