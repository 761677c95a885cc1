import { Agent, request } from 'node:http';
import { SERVICE_SETTINGS } from '../processes.mjs';

/** Keep-alive connections to each process. */
const CONNECTIONS = 12;

/**
 * Sends requests to the processes in turn, as a load balancer does, and counts the answers.
 */
export class Client {
  #turn = 0;
  #ports;
  #tally;
  #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  constructor(ports, tally) {
    this.#ports = ports;
    this.#tally = tally;
  }

  /** @returns the answer; status 0 if the connection was lost */
  async send(method, path, { token, headers = {}, body } = {}) {
    const port = this.#ports[this.#turn++ % this.#ports.length];
    const options = {
      ...{ port, host: '127.0.0.1', method, path, agent: this.#agent },
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    };
    const started = performance.now();
    const answer = await exchange(options, body);
    this.#tally.count(method, path, answer, performance.now() - started);
    return answer;
  }

  operator(method, path, options = {}) {
    return this.send(method, path, { token: SERVICE_SETTINGS.OPERATOR_TOKEN, ...options });
  }

  close() {
    this.#agent.destroy();
  }
}

async function exchange(options, body) {
  const first = await attempt(options, body);
  // The server may close an idle connection while a request is on its way. Clients then send it again.
  return first.status === 0 && first.isReused ? attempt(options, body) : first;
}

function attempt(options, body) {
  return new Promise((resolve) => {
    const sent = request(options, async (response) => {
      const chunks = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
      } catch {
        return resolve({ status: 0, headers: {}, text: 'The answer was cut.' });
      }
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode, headers: response.headers, text });
    });
    sent.on('error', (error) =>
      resolve({ status: 0, isReused: sent.reusedSocket, headers: {}, text: error.message }),
    );
    sent.end(body);
  });
}
