/** PostgreSQL's messages, read to find where a statement begins and ends. */

/** One message after the start-up of a session: a letter, its length and its content. */
export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

const HEADER_BYTES = 5;

/** Splits a stream of bytes into messages. */
export class MessageReader {
  private rest = Buffer.alloc(0);

  read(bytes: Buffer): Message[] {
    this.rest = Buffer.concat([this.rest, bytes]);
    const messages: Message[] = [];
    while (this.rest.length >= HEADER_BYTES) {
      const length = 1 + this.rest.readInt32BE(1);
      if (this.rest.length < length) break;
      messages.push({ type: String.fromCharCode(this.rest[0] ?? 0), bytes: this.rest.subarray(0, length) });
      this.rest = this.rest.subarray(length);
    }
    return messages;
  }
}

/** The name of a prepared statement; the text of any other. */
export function nameOf(statement: readonly Message[]): string {
  const [query, parse, bind] = ['Q', 'P', 'B'].map((wanted) => statement.find(({ type }) => type === wanted));
  const [, prepared = ''] = bind === undefined ? [] : textsIn(bind, 2);
  if (prepared !== '') return prepared;
  const [name = '', text = ''] = parse === undefined ? [] : textsIn(parse, 2);
  const [simple = ''] = query === undefined ? [] : textsIn(query, 1);
  return [simple, name, text].map((each) => each.replaceAll(/\s+/g, ' ').trim()).find(Boolean) ?? 'empty';
}

/** The texts with which a message begins. Each ends with a zero byte. */
function textsIn({ bytes }: Message, count: number): string[] {
  return bytes.subarray(HEADER_BYTES).toString('utf8').split('\0').slice(0, count);
}
