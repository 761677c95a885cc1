import { SingleBar } from 'cli-progress';
import type { ImportProgress, Rejection } from '../../records/engine/records-import.js';

const LINE_EVERY_MS = 5_000;

/** What an import says on standard error while it runs. */
export interface ShownProgress {
  readonly show: (progress: ImportProgress) => void;
  readonly print: (line: string) => void;
  readonly stop: () => void;
}

/** Control sequences of a terminal: from the line's start, clear it; and keep the place to which the bar goes back at its end. */
const [CLEAR_LINE, SAVE_PLACE] = ['\r\x1b[K', '\x1b7'];

/** On standard error. At a terminal it takes the place of the bar, which comes again below it. */
export function printAboveBar(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `${CLEAR_LINE}${line}\n${SAVE_PLACE}` : `${line}\n`);
}

/**
 * Shows how far an import is: by a bar on a terminal, else by a line every few seconds.
 * @param size in bytes; 0 if it is unknown: then there is no bar
 */
export function showProgress(size = 0): ShownProgress {
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {applied} applied, {rejected} rejected | {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  const hasBar = process.stderr.isTTY && size > 0;
  if (hasBar) bar.start(size, 0, { applied: 0, rejected: 0 });
  let printedAt = performance.now();
  return {
    show: ({ bytes, applied, rejected }) => {
      if (hasBar) bar.update(bytes, { applied, rejected });
      else if (performance.now() - printedAt >= LINE_EVERY_MS) {
        printedAt = performance.now();
        printAboveBar(`${applied} applied, ${rejected} rejected so far`);
      }
    },
    print: printAboveBar,
    stop: () => {
      bar.stop();
    },
  };
}

/** Of each reason; more would fill the screen. */
const MAX_PRINTED = 5;

/** Prints why rows, or lines, are rejected: the first ones of each reason, and at the end how many more there are. */
export class RejectionReasons {
  private readonly reasons = new Map<string, { readonly first: Rejection; count: number }>();
  private readonly maxPrinted: number;

  /** @param options isWhole: every one is printed, because no other list has them */
  constructor(
    private readonly what: 'line' | 'row',
    private readonly print: (line: string) => void,
    { isWhole }: { readonly isWhole: boolean },
  ) {
    this.maxPrinted = isWhole ? Infinity : MAX_PRINTED;
  }

  add(rejection: Rejection): void {
    const { line, message } = rejection;
    const name = reasonOf(message);
    const reason = this.reasons.get(name) ?? { first: rejection, count: 0 };
    reason.count += 1;
    this.reasons.set(name, reason);
    if (reason.count <= this.maxPrinted) this.print(`${this.what} ${line}: ${message}`);
  }

  end(): void {
    for (const { first, count } of this.reasons.values())
      if (count > this.maxPrinted)
        this.print(`and ${count - this.maxPrinted} more like ${this.what} ${first.line}: ${first.message}`);
  }
}

/** What many rows have in common: words with a digit, such as the number of a card, differ from row to row. */
function reasonOf(message: string): string {
  return message
    .split(' ')
    .map((word) => (/\d/.test(word) ? '…' : word))
    .join(' ');
}
