import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../support/clock.js';
import { freePort } from '../../support/free-port.js';
import { collectOutput, spawnHoldfast } from '../support/processes.js';

type Environment = Readonly<Record<string, string>>;

/** A process that comes back at its address. */
export class RestartedProcess {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly args: readonly string[],
    private readonly environment: Environment,
    readonly port: number,
    readonly metricsPort: number,
  ) {}

  /** Starts it, at free ports of this machine, and waits until it is ready. */
  static async start(args: readonly string[], environment: Environment): Promise<RestartedProcess> {
    const started = new RestartedProcess(args, environment, await freePort(), await freePort());
    await started.start();
    return started;
  }

  async start(): Promise<void> {
    this.child = spawnHoldfast(this.args, {
      ...this.environment,
      HOST: '127.0.0.1',
      PORT: String(this.port),
      METRICS_PORT: String(this.metricsPort),
    });
    const output = collectOutput(this.child.stdout, this.child.stderr);
    await eventually(() => expect(output()).toContain('Holdfast is ready'));
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    const child = this.child!;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    return child.exitCode;
  }

  /** How many placements the process has answered since its start. */
  async placements(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
    const line = /^holdfast_request_seconds_count\{method="POST",route="[^"]*",status="201"\} (\d+)$/m.exec(
      text,
    );
    return Number(line?.[1] ?? 0);
  }
}
