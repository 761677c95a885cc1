import { readdirSync, readFileSync, statSync } from 'node:fs';
import ts from 'typescript';

const FOLDER = new URL('../../../dist/shelf/browser/', import.meta.url);
const MAX_BYTES = 78_000;
/** Of the script with the texts of one language, as browsers load them. */
const MAX_COMPRESSED_BYTES = 30_000;

const names = readdirSync(FOLDER);
const name = names.find((each) => each.startsWith('main-') && each.endsWith('.js')) ?? '';
const script = readFileSync(new URL(name, FOLDER), 'utf8');

/** Every text in a script: strings, and templates with a space for each of their expressions. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' '));
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest));
  return texts;
}

/** What could be an address, or a part of one: paths, and schemes with a host. */
function addressesIn(source: string): string[] {
  return textsIn(source).filter((text) => /(?:^|[\s"'`(])\.{0,2}\/\w|\w\/\w+\/|\/v\d|:\/\//.test(text));
}

/** XML's names for its own languages, in Preact: nothing is loaded from there. */
const NAMESPACE = /^http:\/\/www\.w3\.org\/(?:1998\/Math\/MathML|1999\/xhtml|2000\/svg)$/;

test('the script contains one address of the service', () => {
  const addresses = addressesIn(script).filter((text) => !NAMESPACE.test(text));
  expect(addresses).toEqual(['/v1/patrons/me']);
});

test.each([
  ['a path', 'fetch("/v1/patrons/me/holds")'],
  ['a relative path', 'fetch("shelf/sandbox/clock")'],
  ['a path in a template', 'fetch(`${base}/v1/collections/${token}/products`)'],
  ['another host', 'fetch("https://catalog.example.org")'],
  ['a folder above', 'fetch("../patrons")'],
])('the test would see %s', (_, source) => {
  expect(addressesIn(source)).toHaveLength(1);
});

test(`the script has at most ${MAX_BYTES} bytes, before it is compressed`, () => {
  expect(Buffer.byteLength(script)).toBeGreaterThan(10_000);
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(MAX_BYTES);
});

test(`the script and the texts of a language have at most ${MAX_COMPRESSED_BYTES} bytes, compressed`, () => {
  const sizeOf = (file: string): number => statSync(new URL(file, FOLDER)).size;
  const texts = names.filter((each) => /^words-.*\.br$/.test(each)).map(sizeOf);
  expect(Math.min(...texts)).toBeGreaterThan(1000);
  expect(sizeOf(`${name}.br`) + Math.max(...texts)).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES);
});

test('the script makes no code of texts, and no HTML', () => {
  expect(script).not.toMatch(/\beval\(|new Function\(|document\.write|insertAdjacentHTML/);
});
