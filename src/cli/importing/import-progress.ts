import { SingleBar } from 'cli-progress';
import type { ImportProgress, Rejection } from '../../records/engine/records-import.js';

/** Other lines of an import's output stand above the bar. */
const ABOVE_BAR = '\r\x1b[K';
const LINE_EVERY_MS = 5_000;

/** What an import says on standard error while it runs. */
export interface ShownProgress {
  readonly show: (progress: ImportProgress) => void;
  readonly print: (line: string) => void;
  readonly stop: () => void;
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
  const print = (line: string): void => {
    process.stderr.write(`${hasBar ? ABOVE_BAR : ''}${line}\n`);
  };
  return {
    show: ({ bytes, applied, rejected }) => {
      if (hasBar) bar.update(bytes, { applied, rejected });
      else if (performance.now() - printedAt >= LINE_EVERY_MS) {
        printedAt = performance.now();
        print(`${applied} applied, ${rejected} rejected so far`);
      }
    },
    print,
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
