/**
 * Counts the mails of libraries. All mails of a library count in one row, and many are sent at once: those that are sent while a count is being
 * written are counted by the next, together.
 */
export class MailCounter {
  private readonly writing = new Map<number, Promise<void>>();
  private readonly next = new Map<number, { mails: number; written: Promise<void> }>();

  constructor(private readonly write: (websiteId: number, mails: number) => Promise<void>) {}

  /** Resolves when the mail is counted. */
  async add(websiteId: number): Promise<void> {
    const next = this.next.get(websiteId);
    if (next !== undefined) {
      next.mails++;
      return next.written;
    }
    const count = { mails: 1, written: Promise.resolve() };
    this.next.set(websiteId, count);
    count.written = this.writeAfter(websiteId, this.writing.get(websiteId), count);
    return count.written;
  }

  private async writeAfter(
    websiteId: number,
    earlier: Promise<void> | undefined,
    count: { readonly mails: number },
  ): Promise<void> {
    await earlier?.catch(() => undefined);
    this.next.delete(websiteId);
    const written = this.write(websiteId, count.mails);
    this.writing.set(websiteId, written);
    try {
      await written;
    } finally {
      if (this.writing.get(websiteId) === written) this.writing.delete(websiteId);
    }
  }
}
