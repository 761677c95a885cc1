import { isSigned, signAddress } from '../../../src/checkouts/content/signature.js';

/** The example of docs/content-server.md; its signature was made by `openssl dgst`. */
const KEY = 'example-key-that-everybody-can-read';
const ADDRESS = 'https://content.example.org/76c1b7d0-17f4-4c05-8397-c66c17411584/ebook-overdrive';
const SIGNED = signAddress(ADDRESS, 1_795_254_067, KEY);

test('is the one that the documentation shows, to the byte', () => {
  expect(SIGNED).toBe(`${ADDRESS}?expires=1795254067&signature=WFsukxaw0K4UP-2UbwAzhlUjFZ9in0r8h42pCX2G-Ec`);
});

test('is good for what was signed, and for nothing that differs in one character', () => {
  expect(isSigned(SIGNED, KEY)).toBe(true);
  const altered = Array.from(SIGNED, (character, at) =>
    ['A', 'B', '', `${character}x`]
      .filter((other) => other !== character)
      .map((other) => SIGNED.slice(0, at) + other + SIGNED.slice(at + 1)),
  ).flat();
  expect(altered.length).toBeGreaterThan(600);
  expect(altered.filter((address) => isSigned(address, KEY))).toEqual([]);
});

test('is not good with another key, or without a signature', () => {
  expect(isSigned(SIGNED, `${KEY}x`)).toBe(false);
  for (const address of [
    '',
    ADDRESS,
    `${ADDRESS}?expires=1795254067`,
    `${ADDRESS}?expires=1795254067&signature=`,
  ])
    expect(isSigned(address, KEY)).toBe(false);
});
