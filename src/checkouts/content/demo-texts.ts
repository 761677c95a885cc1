import { readdirSync, readFileSync } from 'node:fs';

/** The first chapter of a title, to be read in a demonstration. */
export interface DemoText {
  /** The title as in its record. */
  readonly title: string;
  readonly author: string;
  readonly source: string;
  readonly chapter: string;
  readonly paragraphs: readonly string[];
}

const FOLDER = new URL('../../../data/reading/', import.meta.url);

/** The texts by the names of their titles. */
export function readDemoTexts(): ReadonlyMap<string, DemoText> {
  const texts = readdirSync(FOLDER).map((name) => parseText(readFileSync(new URL(name, FOLDER), 'utf8')));
  return new Map(texts.map((text) => [text.title, text]));
}

/** Three lines describe the text. A blank line is between its parts. */
function parseText(file: string): DemoText {
  const [head = '', chapter = '', ...paragraphs] = file.trim().split('\n\n');
  const [title = '', author = '', source = ''] = head.split('\n');
  return { title, author, source, chapter, paragraphs };
}
