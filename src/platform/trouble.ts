/** A lasting failure is reported again after this time. */
const TOLD_AGAIN_MS = 60 * 60 * 1000;

/** Avoids reporting the failure of a repeated attempt each time. */
export class Trouble {
  private known: string | undefined;
  private toldAt = -Infinity;

  /** @param now a clock in milliseconds that is never set back */
  constructor(private readonly now = () => performance.now()) {}

  /** Whether to report this failure: it differs from the last one, or was reported long ago. */
  isNews(error: unknown): boolean {
    const text = textOf(error);
    if (text === this.known && this.now() - this.toldAt < TOLD_AGAIN_MS) return false;
    [this.known, this.toldAt] = [text, this.now()];
    return true;
  }

  /** Called on success: the next failure is news. */
  end(): void {
    this.known = undefined;
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
