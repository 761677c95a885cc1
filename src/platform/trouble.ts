/** What goes on is told again after so long. */
const TOLD_AGAIN_MS = 60 * 60 * 1000;

/** Something that is tried again and again: its failure is news once, and not at each attempt. */
export class Trouble {
  private known: string | undefined;
  private toldAt = -Infinity;

  /** @param now a clock in milliseconds that is never set back */
  constructor(private readonly now = () => performance.now()) {}

  /** Whether this failure is to be told: it is another one than the last time, or was told long ago. */
  isNews(error: unknown): boolean {
    const text = textOf(error);
    if (text === this.known && this.now() - this.toldAt < TOLD_AGAIN_MS) return false;
    [this.known, this.toldAt] = [text, this.now()];
    return true;
  }

  /** It succeeds: the next failure is news. */
  end(): void {
    this.known = undefined;
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
