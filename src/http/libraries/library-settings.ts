import { Injectable, Logger } from '@nestjs/common';
import {
  type IdentityProvider,
  readLibraryClaim,
  readPatronClaim,
} from '../../platform/settings/identity-provider-settings.js';
import { Database } from '../../platform/database/database.js';
import {
  countSettings,
  type OwnSettings,
  readAllSettings,
  readChangedSettings,
} from './library-settings.store.js';

/** Settings of this age are read again, while requests use them. */
const REFRESH_AGE_MS = 5_000;
/** Tokens are checked with settings of at most this age: a removed provider must not be trusted any longer. */
const MAX_AGE_MS = 10_000;
/**
 * Changes are found by the database's clock. After this time all settings are read again, in case the clock was set back, for example when another
 * server has taken over.
 */
const WHOLE_AGE_MS = 300_000;

/** An identity provider with the libraries whose patrons it may name. */
export interface LibrariesProvider extends IdentityProvider {
  readonly websiteIds: ReadonlySet<number>;
}

/**
 * The settings of libraries (decision 3). Every request needs them, so all are held in memory, and changes are read in the background: two small
 * queries every few seconds in a process that has requests, and none per request.
 */
@Injectable()
export class LibrarySettings {
  private readonly logger = new Logger('LibrarySettings');
  private libraries: ReadonlyMap<number, OwnSettings> = new Map();
  private providers: ReadonlyMap<string, readonly LibrariesProvider[]> = new Map();
  /** By the database's clock. */
  private changesReadAt: Date | undefined;
  private wholeAt = -Infinity;
  private readAt = -Infinity;
  private askedAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(private readonly database: Database) {}

  /** The last known settings, however old: rates need no better, and requests must not wait for them. */
  find(websiteId: number): OwnSettings | undefined {
    if (performance.now() - this.askedAt > REFRESH_AGE_MS) this.readInBackground();
    return this.libraries.get(websiteId);
  }

  /**
   * The providers with this issuer that libraries have chosen.
   * @throws DatabaseUnavailable when the settings are too old and cannot be read
   */
  async findProviders(issuer: string): Promise<readonly LibrariesProvider[]> {
    await this.beFresh();
    return this.providers.get(issuer) ?? [];
  }

  /** Whether the library has chosen a provider of its own. */
  hasProvider(websiteId: number): boolean {
    return (this.libraries.get(websiteId)?.identityProvider ?? null) !== null;
  }

  private async beFresh(): Promise<void> {
    // Repeats only if the shared reading began long ago.
    while (this.age() > MAX_AGE_MS) await this.read();
    if (this.age() > REFRESH_AGE_MS) this.readInBackground();
  }

  private age(): number {
    return performance.now() - this.readAt;
  }

  private readInBackground(): void {
    this.read().catch((error: unknown) => {
      this.logger.warn({ err: error }, "The libraries' settings could not be read; those known are used.");
    });
  }

  /** Concurrent requests share one reading. */
  private read(): Promise<void> {
    this.askedAt = performance.now();
    this.reading ??= this.readChanges().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readChanges(): Promise<void> {
    const begun = performance.now();
    // Counted first: a later change is found by the next reading.
    const { count, readAt } = await countSettings(this.database);
    const isWholeDue = begun - this.wholeAt > WHOLE_AGE_MS;
    if (isWholeDue || !(await this.applyChanges(count))) {
      this.keep(await readAllSettings(this.database));
      this.wholeAt = begun;
    }
    this.changesReadAt = readAt;
    this.readAt = begun;
  }

  /** @returns false if settings were removed, which shows in the count: all added ones are among the changes */
  private async applyChanges(count: number): Promise<boolean> {
    if (this.changesReadAt === undefined) return false;
    const changed = await readChangedSettings(this.database, this.changesReadAt);
    const libraries = new Map(this.libraries);
    for (const row of changed) libraries.set(row.websiteId, row);
    if (libraries.size !== count) return false;
    if (changed.length > 0) this.keep([...libraries.values()]);
    return true;
  }

  private keep(rows: readonly OwnSettings[]): void {
    this.libraries = new Map(rows.map((row) => [row.websiteId, row]));
    this.providers = byIssuer(rows);
  }
}

/** Libraries with the very same provider share it: a consortium has one for all its libraries. */
function byIssuer(rows: readonly OwnSettings[]): Map<string, LibrariesProvider[]> {
  const shared = new Map<string, IdentityProvider & { readonly websiteIds: Set<number> }>();
  for (const { websiteId, identityProvider } of rows) {
    if (identityProvider === null) continue;
    const { issuer, audience, jwksUrl, patronClaim, libraryClaim } = identityProvider;
    const key = JSON.stringify([issuer, audience, jwksUrl, patronClaim, libraryClaim]);
    const provider = shared.get(key) ?? {
      ...{ issuer, audience, jwksUrl, patronClaim: readPatronClaim(patronClaim) },
      libraryClaim: libraryClaim === null ? null : readLibraryClaim(libraryClaim),
      websiteIds: new Set(),
    };
    shared.set(key, provider);
    provider.websiteIds.add(websiteId);
  }
  const found = new Map<string, LibrariesProvider[]>();
  for (const provider of shared.values())
    found.set(provider.issuer, [...(found.get(provider.issuer) ?? []), provider]);
  return found;
}
