import { type Answer, PatronClient } from './client.js';

/** The operator's token of the services under test. */
export const OPERATOR_TOKEN = 'operator-token-of-these-tests-alone-0001';

/** The settings of a service whose clock a test moves over HTTP. */
export const SANDBOX_SETTINGS = { SANDBOX: 'true', OPERATOR_TOKEN };

/**
 * A sandbox on one's own machine. The addresses in its answers are not where it listens: the shelf must find the service where
 * it came from.
 */
export const LOCAL_SANDBOX = {
  SHELF: 'true',
  SANDBOX: 'true',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://localhost:8080',
  CATALOG_URL: 'http://localhost:8081/catalog',
  DRAWN_COVERS: 'true',
  CONTENT_URL: 'https://content.example.org/{reserveId}/{formatType}',
  CONTENT_KEY: 'key-of-these-tests-alone-and-long-enough',
};

const CLOCK = '/sandbox/v1/clock';

/** The sandbox's clock, as a client's developer uses it. */
export class SandboxClock {
  private readonly operator: PatronClient;

  constructor(baseUrl: string) {
    this.operator = new PatronClient(baseUrl, OPERATOR_TOKEN);
  }

  /** @throws unless the service moved its clock */
  async advance(seconds: number): Promise<void> {
    const answer = await this.move({ advanceSeconds: seconds });
    if (answer.status !== 200) throw new Error(`The clock answered ${answer.status}: ${answer.text}`);
  }

  move(body: unknown): Promise<Answer> {
    return this.operator.send('POST', CLOCK, {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  read(): Promise<Answer> {
    return this.operator.get(CLOCK);
  }
}
