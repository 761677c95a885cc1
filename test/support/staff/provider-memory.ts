/** What the provider stores: a session, a grant, a code, and so on. */
interface Stored {
  readonly uid?: string;
  readonly grantId?: string;
  consumed?: number;
}

/** Where the provider keeps things of one kind (an adapter of oidc-provider). What is over, it recognizes by itself. */
export class ProviderMemory {
  private readonly stored = new Map<string, Stored>();

  upsert(id: string, stored: Stored): Promise<void> {
    this.stored.set(id, stored);
    return Promise.resolve();
  }

  find(id: string): Promise<Stored | undefined> {
    return Promise.resolve(this.stored.get(id));
  }

  findByUid(uid: string): Promise<Stored | undefined> {
    return Promise.resolve([...this.stored.values()].find((each) => each.uid === uid));
  }

  /** No device signs in. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  consume(id: string): Promise<void> {
    const stored = this.stored.get(id);
    if (stored !== undefined) stored.consumed = Math.floor(Date.now() / 1000);
    return Promise.resolve();
  }

  destroy(id: string): Promise<void> {
    this.stored.delete(id);
    return Promise.resolve();
  }

  revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, stored] of this.stored) if (stored.grantId === grantId) this.stored.delete(id);
    return Promise.resolve();
  }
}
