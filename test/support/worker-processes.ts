import { Database } from '../../src/platform/database/database.js';
import { PatientClient } from './client.js';
import { freshDatabase, PATIENT, type TestDatabase } from './database.js';
import { type ServiceProcess, startProcess } from './processes.js';
import type { TestRecord } from './records.js';
import { importAll, tokenOf } from './service.js';
import { MailServer } from './smtp.js';
import { SANDBOX_SETTINGS, SandboxClock } from './worker.js';

/** API processes and workers on one database, as they are deployed apart, with a mail server. */
export class Crew {
  private readonly started: ServiceProcess[] = [];
  private closeDatabase: () => Promise<void> = () => Promise.resolve();

  private constructor(
    readonly databaseUrl: string,
    /** A pool of the test's own on the service's database. */
    readonly database: Database,
    readonly mails: MailServer,
    readonly apis: ServiceProcess[],
  ) {}

  /** @param on by default a fresh one */
  static async start(records: readonly TestRecord[], apis = 1, on?: TestDatabase): Promise<Crew> {
    const stored = on ?? (await freshDatabase());
    const database = new Database({ url: stored.url, poolSize: 5, ...PATIENT });
    await importAll(database, records);
    const crew = new Crew(stored.url, database, await MailServer.start(), []);
    crew.closeDatabase = async () => {
      await database.close();
      await stored.drop();
    };
    crew.apis.push(...(await Promise.all(Array.from({ length: apis }, () => crew.add({ ROLE: 'api' })))));
    return crew;
  }

  get clock(): SandboxClock {
    return new SandboxClock(this.apis[0]?.url ?? '');
  }

  addWorker(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    return this.add({ ROLE: 'worker', ...settings });
  }

  async add(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const added = await startProcess({
      DATABASE_URL: this.databaseUrl,
      SMTP_URL: this.mails.url,
      ...SANDBOX_SETTINGS,
      ...settings,
    });
    this.started.push(added);
    return added;
  }

  import(...records: TestRecord[]): Promise<void> {
    return importAll(this.database, records);
  }

  /** One client of the patron for each API process, all with the same token. */
  async signIn(patronId: number): Promise<PatientClient[]> {
    const token = await tokenOf(this.database, patronId);
    return this.apis.map(({ url }) => new PatientClient(url, token));
  }

  /** A token of the patron's, for the processes that the test has added itself. */
  tokenOf(patronId: number): Promise<string> {
    return tokenOf(this.database, patronId);
  }

  async close(): Promise<void> {
    this.mails.cut();
    await Promise.all(this.started.map((each) => each.stop()));
    await this.mails.goAway();
    await this.closeDatabase();
  }
}
