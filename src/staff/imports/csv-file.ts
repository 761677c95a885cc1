import { Refusal } from '../../domain/errors.js';

/** The first line of a file is looked at as far as this. */
const START_BYTES = 4096;

export function csvRefusal(): Refusal {
  return new Refusal(
    'InvalidFieldValue',
    'This is a CSV file, and records are JSON: say what its rows are, and send it again.',
  );
}

/**
 * The content. A CSV file can have any name; each of its lines would be rejected for the same reason.
 * @throws Refusal `InvalidFieldValue` as soon as its first line is that of a CSV file
 */
export async function* refuseCsv(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of content) {
    if (start !== undefined) {
      start = Buffer.concat([start, chunk]);
      // The mark of the byte order is white space, too.
      const text = start.toString().trimStart();
      if (isCsv(text)) throw csvRefusal();
      if (start.length >= START_BYTES || text.includes('\n')) start = undefined;
    }
    yield chunk;
  }
}

/** Whether the first line of a text that begins with no white space has cells and cannot be a JSON object. */
function isCsv(text: string): boolean {
  const [line = ''] = text.split('\n', 1);
  return !/^[{[]/.test(line) && /[,;\t]/.test(line);
}
