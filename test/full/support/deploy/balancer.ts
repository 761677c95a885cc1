import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { freePort } from '../../../support/free-port.js';
import { type Haproxy, hasHaproxy, startHaproxy } from '../servers/haproxy.js';
import { readComposeFile, ROOT } from './compose-file.js';

/** Debian's packages `haproxy` and `openssl`. */
export const CAN_BALANCE = hasHaproxy && spawnSync('openssl', ['version']).status === 0;

/** Where a server of the balancer is on this machine. */
export interface Server {
  readonly port: number;
  readonly metricsPort: number;
}

/** HAProxy with deploy/haproxy/haproxy.cfg, in which only addresses are others. */
export class Balancer {
  private constructor(
    private readonly haproxy: Haproxy,
    /** By the port that the file names. */
    private readonly ports: ReadonlyMap<number, number>,
  ) {}

  /**
   * @param folder has what deploy/make-secrets.sh makes
   * @param env as in `.env`
   */
  static async start(
    folder: string,
    servers: Readonly<Record<string, Server>>,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Balancer> {
    const ports = new Map<number, number>();
    let text = readFileSync(`${ROOT}deploy/haproxy/haproxy.cfg`, 'utf8').replaceAll('/run/secrets', folder);
    for (const [, port = ''] of text.matchAll(/^ {2}bind :(\d+)/gm))
      ports.set(Number(port), await freePort());
    text = text.replace(/^( {2}bind ):(\d+)/gm, (_, bind: string, port: string) => {
      return `${bind}127.0.0.1:${ports.get(Number(port))}`;
    });
    for (const [name, { port, metricsPort }] of Object.entries(servers))
      // The metrics are on one port in all containers, but not in all processes of a machine.
      text = text
        .replace(`server ${name} ${name}:8080\n`, `server ${name} 127.0.0.1:${port} port ${metricsPort}\n`)
        .replaceAll(` ${name}:8080 `, ` 127.0.0.1:${port} `);
    const { services } = readComposeFile('compose.production.yml', {
      ...{ SECRETS_DIR: folder, PUBLIC_URL: 'https://holds.example.org', MAIL_FROM: 'holds@example.org' },
      ...env,
    });
    return new Balancer(await startHaproxy(text, services.balancer!.environment), ports);
  }

  /** @param port as the file names it */
  url(port: number): string {
    return `${port === 8443 ? 'https' : 'http'}://127.0.0.1:${this.ports.get(port)}`;
  }

  stop(): Promise<void> {
    return this.haproxy.stop();
  }
}
