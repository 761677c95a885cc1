import { SingleBar } from 'cli-progress';
import type { ImportProgress, Rejection } from '../../records/engine/records-import.js';

const LINE_EVERY_MS = 5_000;

/** The output of a running import on standard error. */
export interface ShownProgress {
  readonly show: (progress: ImportProgress) => void;
  readonly print: (line: string) => void;
  readonly stop: () => void;
}

/** Control sequences of a terminal: clear the line, and save the place where the bar's end goes back to. */
const [CLEAR_LINE, SAVE_PLACE] = ['\r\x1b[K', '\x1b7'];

/** Writes to standard error. At a terminal the line replaces the bar, which comes again below it. */
export function printAboveBar(line: string): void {
  process.stderr.write(process.stderr.isTTY ? `${CLEAR_LINE}${line}\n${SAVE_PLACE}` : `${line}\n`);
}

/**
 * Shows the progress of an import: by a bar on a terminal, else by a line every few seconds.
 * @param size in bytes; 0 if unknown: then there is no bar
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

/** The limit for each reason; more would fill the screen. */
const MAX_PRINTED = 5;

/** Prints why rows, or lines, are rejected: the first ones of each reason, and at the end how many more there are. */
export class RejectionReasons {
  private readonly reasons = new Map<string, { readonly first: Rejection; count: number }>();
  private readonly maxPrinted: number;

  /** @param options isWhole: all are printed, because they are listed nowhere else */
  constructor(
    private readonly what: 'line' | 'record' | 'row',
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

/** The part of a message that many rows share: words with a digit, such as the number of a card, differ from row to row. */
function reasonOf(message: string): string {
  return message
    .split(' ')
    .map((word) => (/\d/.test(word) ? '…' : word))
    .join(' ');
}
