import type { NoticeLibrary } from '../../../src/notifications/notice-types/notice-content.store.js';

export const PLAIN: NoticeLibrary = {
  libraryName: 'Harbour Library',
  senderAddress: null,
  senderName: null,
  replyTo: null,
  homepage: null,
  logo: null,
  color: null,
  daysWithoutCopies: null,
  timeZone: null,
  languages: [],
  namesCard: false,
  titleUrl: null,
};
/** With characters that mean something in HTML. */
export const FULL: NoticeLibrary = {
  ...PLAIN,
  libraryName: 'Bücherei "Am Markt" <Nord> & Süd',
  homepage: 'https://library.example/?a=1&b=2',
  logo: 'https://library.example/logo.png?size="big"',
  color: '#ffd400',
  timeZone: 'Europe/Berlin',
  titleUrl: 'https://library.example/titles/{id}?from=notice&x=1',
};
