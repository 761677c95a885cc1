import { contentOf, formatName, isOnline, mediaTypeOf } from '../../src/domain/format.js';

test.each([
  ['ebook-epub-adobe', 'Adobe EPUB eBook'],
  ['ebook-epub-open', 'Open EPUB eBook'],
  ['ebook-kindle', 'Kindle Book'],
  ['ebook-pdf-adobe', 'Adobe PDF eBook'],
  ['ebook-pdf-open', 'Open PDF eBook'],
  ['ebook-overdrive', 'Read online'],
  ['audiobook-mp3', 'MP3 audiobook'],
  ['audiobook-overdrive', 'Listen online'],
  ['audiobook-wma', 'WMA audiobook'],
  ['video-wmv', 'WMV video'],
  ['video-streaming', 'Watch online'],
  ['magazine-overdrive', 'Read online'],
])('%s is called %s', (id, name) => {
  expect(formatName(id)).toBe(name);
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
