import { KNOWN_FORMATS } from '../../../../src/domain/titles/format.js';
import { KINDS, kindsOf } from '../../../../src/domain/titles/kind.js';

test.each([
  ['an e-book', ['ebook-epub-adobe', 'ebook-kindle'], 'eBook', ['ebook']],
  ['a magazine, which is lent as an e-book', ['magazine-overdrive'], 'eBook', ['magazine']],
  ['an audiobook', ['audiobook-mp3'], 'Audiobook', ['audiobook']],
  ['a video', ['video-streaming'], 'Video', ['video']],
  [
    'two of them',
    ['audiobook-overdrive', 'ebook-overdrive', 'audiobook-mp3'],
    'eBook',
    ['audiobook', 'ebook'],
  ],
  ['what its class says, if no format does', ['periodical-x', 'ebooks'], 'Audiobook', ['audiobook']],
  ['what its class says, without a format', [], 'Video', ['video']],
] as const)('a title is %s', (_, formats, formatClass, expected) => {
  expect(kindsOf(formats, formatClass)).toEqual(expected);
});

test('every format that is known says what it is', () => {
  const named = KNOWN_FORMATS.flatMap((id) =>
    kindsOf([id], 'Video').filter((kind) => id.startsWith(`${kind}-`)),
  );
  expect(named).toHaveLength(KNOWN_FORMATS.length);
  expect(new Set(named)).toEqual(new Set(KINDS));
});
