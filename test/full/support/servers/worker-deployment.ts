import type { Database } from '../../../../src/platform/database/database.js';
import { RetryingClient } from '../../../support/client.js';
import type { TestDatabase } from '../../../support/database.js';
import { MailServer } from '../../../support/mail-server.js';
import { type Deployment, type ServiceProcess, startDeployment, startProcess } from '../processes.js';
import type { TestRecord } from '../../../support/records.js';
import { SANDBOX_SETTINGS, SandboxClock } from '../../../support/sandbox-clock.js';
import { tokenOf } from '../../../support/service.js';

/** API processes and separate workers on one database, with a mail server and a sandbox's clock. */
export class WorkerDeployment {
  private readonly added: ServiceProcess[] = [];

  private constructor(
    private readonly deployment: Deployment,
    readonly mails: MailServer,
  ) {}

  /** @param on by default a new database */
  static async start(
    records: readonly TestRecord[],
    processes = 1,
    on?: TestDatabase,
  ): Promise<WorkerDeployment> {
    const mails = await MailServer.start();
    const settings = { SMTP_URL: mails.url, ...SANDBOX_SETTINGS };
    const deployment = await startDeployment(records, {
      processes,
      settings,
      client: RetryingClient,
      ...(on && { on }),
    });
    return new WorkerDeployment(deployment, mails);
  }

  get databaseUrl(): string {
    return this.deployment.databaseUrl;
  }

  /** The test's pool on the service's database. */
  get database(): Database {
    return this.deployment.database;
  }

  get apis(): readonly ServiceProcess[] {
    return this.deployment.processes;
  }

  get clock(): SandboxClock {
    return new SandboxClock(this.apis[0]?.url ?? '');
  }

  addWorker(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    return this.add({ ROLE: 'worker', ...settings });
  }

  async add(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    const process = await startProcess({
      DATABASE_URL: this.databaseUrl,
      SMTP_URL: this.mails.url,
      ...SANDBOX_SETTINGS,
      ...settings,
    });
    this.added.push(process);
    return process;
  }

  /** One client of the patron for each API process, with the same token. */
  signIn(patronId: number): Promise<RetryingClient[]> {
    return this.deployment.signIn(patronId);
  }

  /** A token of the patron, for the processes that the test itself has added. */
  tokenOf(patronId: number): Promise<string> {
    return tokenOf(this.database, patronId);
  }

  async close(): Promise<void> {
    this.mails.cutConnections();
    await Promise.all(this.added.map((each) => each.stop()));
    await this.deployment.close();
    await this.mails.stop();
  }
}
