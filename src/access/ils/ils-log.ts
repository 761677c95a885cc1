import { Logger } from '@nestjs/common';

const MINUTE_MS = 60_000;

/** Tells that patrons could not sign in: one line a minute and library, however many try. */
export class IlsLog {
  private readonly logger = new Logger('LibrarySystem');
  private readonly libraries = new Map<number, { readonly loggedAt: number; unlogged: number }>();

  /** @param because has neither a card nor a PIN in it, nor anything else of a patron */
  warn(websiteId: number, because: string, message: string): void {
    const library = this.libraries.get(websiteId);
    if (library !== undefined && performance.now() - library.loggedAt < MINUTE_MS) {
      library.unlogged++;
      return;
    }
    this.libraries.set(websiteId, { loggedAt: performance.now(), unlogged: 0 });
    this.logger.warn({ websiteId, because, unlogged: library?.unlogged ?? 0 }, message);
  }
}
