/** What formats are called, by their ids. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['ebook-epub-adobe', 'Adobe EPUB eBook'],
  ['ebook-epub-open', 'Open EPUB eBook'],
  ['ebook-kindle', 'Kindle Book'],
  ['ebook-pdf-adobe', 'Adobe PDF eBook'],
  ['ebook-pdf-open', 'Open PDF eBook'],
  ['ebook-overdrive', 'Read online'],
  ['ebook-mediado', 'Read online (MediaDo)'],
  ['magazine-overdrive', 'Read online'],
  ['audiobook-mp3', 'MP3 audiobook'],
  ['audiobook-wma', 'WMA audiobook'],
  ['audiobook-overdrive', 'Listen online'],
  ['video-wmv', 'WMV video'],
  ['video-wmv-mobile', 'WMV video for mobile devices'],
  ['video-streaming', 'Watch online'],
]);

/** The name of a format for people; an unknown format has its id for a name. */
export function formatName(id: string): string {
  return NAMES.get(id) ?? id;
}
