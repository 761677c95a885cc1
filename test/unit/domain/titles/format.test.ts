import {
  contentOf,
  formatName,
  isOnline,
  KNOWN_FORMATS,
  mediaTypeOf,
} from '../../../../src/domain/titles/format.js';

const ADOBE_TICKET = 'application/vnd.adobe.adept+xml';

/** The well-known formats: how people call them, the media type of their content, and which are online. */
const KNOWN = [
  ['ebook-epub-adobe', 'Adobe EPUB eBook', ADOBE_TICKET, false],
  ['ebook-epub-open', 'Open EPUB eBook', 'application/epub+zip', false],
  ['ebook-kindle', 'Kindle Book', 'text/html', false],
  ['ebook-pdf-adobe', 'Adobe PDF eBook', ADOBE_TICKET, false],
  ['ebook-pdf-open', 'Open PDF eBook', 'application/pdf', false],
  ['ebook-overdrive', 'Read online', 'text/html', true],
  ['ebook-mediado', 'Read online (MediaDo)', 'text/html', true],
  ['magazine-overdrive', 'Read online', 'text/html', true],
  ['audiobook-mp3', 'MP3 audiobook', 'audio/mpeg', false],
  ['audiobook-wma', 'WMA audiobook', 'audio/x-ms-wma', false],
  ['audiobook-overdrive', 'Listen online', 'text/html', true],
  ['video-mp4', 'MP4 video', 'video/mp4', false],
  ['video-wmv', 'WMV video', 'video/x-ms-wmv', false],
  ['video-wmv-mobile', 'WMV video for mobile devices', 'video/x-ms-wmv', false],
  ['video-streaming', 'Watch online', 'text/html', true],
] as const;

test.each(KNOWN)('%s is called %s and is %s; online: %s', (id, name, mediaType, online) => {
  expect(formatName(id)).toBe(name);
  expect(mediaTypeOf(id, [])).toBe(mediaType);
  expect(isOnline(id, [])).toBe(online);
});

test('the well-known formats are those, in this order', () => {
  expect(KNOWN_FORMATS).toEqual(KNOWN.map(([id]) => id));
});

test.each(['ebook-stone', 'EBOOK-KINDLE', 'constructor', ''])(
  'an unknown format, %j, is its own name',
  (id) => {
    expect(formatName(id)).toBe(id);
  },
);

describe('whether a format is online', () => {
  const ONLINE = [
    'ebook-overdrive',
    'audiobook-overdrive',
    'ebook-mediado',
    'video-streaming',
    'magazine-overdrive',
  ];
  const DOWNLOADED = ['ebook-epub-adobe', 'ebook-kindle', 'audiobook-mp3', 'video-wmv', 'ebook-stone'];

  test('follows from the well-known ids when the record does not say', () => {
    for (const id of ONLINE) expect([id, isOnline(id, [])]).toEqual([id, true]);
    for (const id of DOWNLOADED) expect([id, isOnline(id, [])]).toEqual([id, false]);
  });

  test('is what the record says of that id, and of no other', () => {
    const details = [
      { id: 'ebook-stone', online: true },
      { id: 'ebook-overdrive', online: false },
      { id: 'video-streaming' },
    ];
    expect(isOnline('ebook-stone', details)).toBe(true);
    expect(isOnline('ebook-overdrive', details)).toBe(false);
    expect(isOnline('video-streaming', details)).toBe(true);
    expect(isOnline('ebook-kindle', details)).toBe(false);
    expect(isOnline('audiobook-overdrive', details)).toBe(true);
  });
});

test('the content of a format is the one that its record names', () => {
  const content = { href: 'https://content.example.org/frankenstein.epub', type: 'application/epub+zip' };
  const details = [{ id: 'ebook-epub-open', content }, { id: 'ebook-kindle' }];
  expect(contentOf('ebook-epub-open', details)).toEqual(content);
  expect(contentOf('ebook-kindle', details)).toBeUndefined();
  expect(contentOf('ebook-pdf-open', details)).toBeUndefined();
});

test('what is online is a page; a download has the media type of its format, or none in particular', () => {
  expect(mediaTypeOf('ebook-overdrive', [])).toBe('text/html');
  expect(mediaTypeOf('ebook-stone', [{ id: 'ebook-stone', online: true }])).toBe('text/html');
  expect(mediaTypeOf('ebook-epub-open', [])).toBe('application/epub+zip');
  expect(mediaTypeOf('ebook-pdf-open', [])).toBe('application/pdf');
  expect(mediaTypeOf('ebook-stone', [])).toBe('application/octet-stream');
});
