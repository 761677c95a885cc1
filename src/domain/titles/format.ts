/** A format of a title, as records have it and `title.format_details` stores it. */
export interface FormatDetails {
  readonly id: string;
  /** It is read, heard or watched in a browser, without a download. */
  readonly online?: boolean;
  readonly fileName?: string;
  /** In bytes. */
  readonly fileSize?: number;
  readonly identifiers?: readonly { readonly type: string; readonly value: string }[];
  readonly samples?: readonly FormatSample[];
  /** Absent: the service's settings say where the content is. */
  readonly content?: FormatContent;
}

interface FormatSample {
  readonly source?: string;
  readonly formatType?: string;
  /** An http or https address. */
  readonly url: string;
}

export interface FormatContent {
  /** An http or https address. */
  readonly href: string;
  /** The media type of what is there. */
  readonly type: string;
}

interface KnownFormat {
  readonly name: string;
  /** The media type of its content. */
  readonly type: string;
  readonly online?: true;
}

const PAGE = 'text/html';
/** The ticket that a reading application exchanges for a protected file. */
const ADOBE_TICKET = 'application/vnd.adobe.adept+xml';

const KNOWN: ReadonlyMap<string, KnownFormat> = new Map([
  ['ebook-epub-adobe', { name: 'Adobe EPUB eBook', type: ADOBE_TICKET }],
  ['ebook-epub-open', { name: 'Open EPUB eBook', type: 'application/epub+zip' }],
  ['ebook-kindle', { name: 'Kindle Book', type: PAGE }],
  ['ebook-pdf-adobe', { name: 'Adobe PDF eBook', type: ADOBE_TICKET }],
  ['ebook-pdf-open', { name: 'Open PDF eBook', type: 'application/pdf' }],
  ['ebook-overdrive', { name: 'Read online', type: PAGE, online: true }],
  ['ebook-mediado', { name: 'Read online (MediaDo)', type: PAGE, online: true }],
  ['magazine-overdrive', { name: 'Read online', type: PAGE, online: true }],
  ['audiobook-mp3', { name: 'MP3 audiobook', type: 'audio/mpeg' }],
  ['audiobook-wma', { name: 'WMA audiobook', type: 'audio/x-ms-wma' }],
  ['audiobook-overdrive', { name: 'Listen online', type: PAGE, online: true }],
  ['video-mp4', { name: 'MP4 video', type: 'video/mp4' }],
  ['video-wmv', { name: 'WMV video', type: 'video/x-ms-wmv' }],
  ['video-wmv-mobile', { name: 'WMV video for mobile devices', type: 'video/x-ms-wmv' }],
  ['video-streaming', { name: 'Watch online', type: PAGE, online: true }],
]);

/** All formats that are known by their ids. A title may have others. */
export const KNOWN_FORMATS: readonly string[] = [...KNOWN.keys()];

/** The name of a format for people; the id, if the format is unknown. */
export function formatName(id: string): string {
  return KNOWN.get(id)?.name ?? id;
}

/** Whether a format needs no download. The title's record takes precedence over what the id says. */
export function isOnline(id: string, details: readonly FormatDetails[]): boolean {
  return detailsOf(id, details)?.online ?? KNOWN.get(id)?.online ?? false;
}

/** The place of a format's content in the title's record, if it names one. */
export function contentOf(id: string, details: readonly FormatDetails[]): FormatContent | undefined {
  return detailsOf(id, details)?.content;
}

/** The media type of a format's content, if no record names it. */
export function mediaTypeOf(id: string, details: readonly FormatDetails[]): string {
  return isOnline(id, details) ? PAGE : (KNOWN.get(id)?.type ?? 'application/octet-stream');
}

function detailsOf(id: string, details: readonly FormatDetails[]): FormatDetails | undefined {
  return details.find((each) => each.id === id);
}
