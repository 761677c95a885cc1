import { Logger } from '@nestjs/common';
import { MINUTE_MS } from '../../domain/durations.js';

/** Logs that patrons could not sign in: one line a minute for each library, however many try. */
export class IlsLog {
  private readonly logger = new Logger('LibrarySystem');
  private readonly libraries = new Map<number, { readonly loggedAt: number; unlogged: number }>();

  /** @param because must not contain a card, a PIN or anything else about a patron */
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
