import { readdirSync, readFileSync } from 'node:fs';

/** The first chapter of a title, to be read in a demonstration. */
export interface DemoText {
  /** As the title's record has it. */
  readonly title: string;
  readonly author: string;
  readonly source: string;
  readonly chapter: string;
  readonly paragraphs: readonly string[];
}

const FOLDER = new URL('../../../data/reading/', import.meta.url);

/** By the names of their titles. */
export function readDemoTexts(): ReadonlyMap<string, DemoText> {
  const texts = readdirSync(FOLDER).map((name) => parseText(readFileSync(new URL(name, FOLDER), 'utf8')));
  return new Map(texts.map((text) => [text.title, text]));
}

/** Three lines say what the text is; a blank line is between its parts. */
function parseText(file: string): DemoText {
  const [head = '', chapter = '', ...paragraphs] = file.trim().split('\n\n');
  const [title = '', author = '', source = ''] = head.split('\n');
  return { title, author, source, chapter, paragraphs };
}
