import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../support/deploy/compose-file.js';
import { eventually } from '../../../support/clock.js';
import { freePort } from '../../../support/free-port.js';
import { MailServer } from '../../../support/mail-server.js';
import { hasPrometheus, Prometheus } from './prometheus.js';

/** Debian's package `prometheus-alertmanager`. */
const PROGRAM = 'prometheus-alertmanager';
const canRun = hasPrometheus && spawnSync(PROGRAM, ['--version']).status === 0;
const describeIf = canRun ? describe : describe.skip;

/** With the configuration that deploy/make-secrets.sh makes, which waits a second instead of 30 for further alerts of one name. */
class Alertmanager {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly address: string,
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<Alertmanager> {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-alertmanager-'));
    const env = { PATH: process.env.PATH, ...settings };
    execFileSync('bash', [`${ROOT}deploy/make-secrets.sh`, folder], { env });
    const file = join(folder, 'alertmanager.yml');
    const configuration = (await readFile(file, 'utf8')).replace('group_wait: 30s', 'group_wait: 1s');
    await chmod(file, 0o600);
    await writeFile(file, configuration);
    const address = `127.0.0.1:${await freePort()}`;
    const options = [
      `--config.file=${file}`,
      `--storage.path=${join(folder, 'data')}`,
      '--cluster.listen-address=',
      `--web.listen-address=${address}`,
    ];
    const child = spawn(PROGRAM, options, { stdio: 'ignore' });
    const end = (): boolean => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    await eventually(async () => {
      // What the health check of compose.production.yml asks.
      expect((await fetch(`http://${address}/-/healthy`)).status).toBe(200);
    });
    return new Alertmanager(child, folder, address);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      this.child.kill('SIGKILL');
      await once(this.child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

interface SentAlert {
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

describeIf('an alert of the rules', () => {
  test('calls the webhook and the mail address that make-secrets.sh was given', async () => {
    const sent: SentAlert[] = [];
    const webhook = createServer((request, response) => {
      void text(request).then((body) => {
        sent.push(...(JSON.parse(body) as { alerts: SentAlert[] }).alerts);
        response.end();
      });
    });
    await once(webhook.listen(0, '127.0.0.1'), 'listening');
    const { port } = webhook.address() as AddressInfo;
    const mails = await MailServer.start();
    const SMTP_URL = mails.url;
    const MAIL_FROM = 'holds@example.org';
    const managers = await Promise.all([
      Alertmanager.start({ SMTP_URL, ALERTS_TO: `http://127.0.0.1:${port}/alerts` }),
      Alertmanager.start({ SMTP_URL, MAIL_FROM, ALERTS_TO: 'on-call@example.org' }),
    ]);
    // Nobody answers requests, which is what the first alert is about.
    const prometheus = await Prometheus.start(
      {},
      managers.map(({ address }) => address),
    );
    try {
      await eventually(() => {
        expect(sent.map(({ labels, status }) => [labels.alertname, status])).toContainEqual([
          'HoldfastNoApi',
          'firing',
        ]);
        expect(
          mails
            .acceptedFor('on-call@example.org')
            .map(({ raw }) => raw)
            .join(),
        ).toContain('HoldfastNoApi');
      });
      const [alert] = sent.filter(({ labels }) => labels.alertname === 'HoldfastNoApi');
      expect(alert?.labels.severity).toBe('page');
      expect(alert?.annotations.runbook).toBe('RUNBOOK.md#holdfastnoapi');
      expect(mails.accepted[0]?.sender).toBe('holds@example.org');
    } finally {
      await Promise.all([prometheus, ...managers, mails].map((each) => each.stop()));
      webhook.close();
      webhook.closeAllConnections();
    }
  });
});
