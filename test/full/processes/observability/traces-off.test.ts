import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { eventually } from '../../../support/clock.js';
import { freshDatabase, type TestDatabase } from '../../../support/database.js';
import { freePort } from '../../../support/free-port.js';
import { type ServiceProcess, startProcess } from '../../support/processes.js';
import { OtlpReceiver } from './otlp-receiver.js';

let stored: TestDatabase;
let started: ServiceProcess | undefined;
beforeEach(async () => {
  stored = await freshDatabase();
});
afterEach(async () => {
  await started?.kill();
  started = undefined;
  await stored.drop();
});

/** Writes the name of every package of OpenTelemetry that the process loads. */
const REPORT_PACKAGES = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const [, name] = /node_modules\\/@opentelemetry\\/([\\w-]+)/.exec(url) ?? [];
      if (name !== undefined) process.stderr.write('loaded ' + name + '\\n');
      return next(url, context);
    },
  });`;

async function loadedWith(settings: Readonly<Record<string, string>>): Promise<Set<string>> {
  started = await startProcess({
    DATABASE_URL: stored.url,
    ROLE: 'all',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT_PACKAGES)}`,
    ...settings,
  });
  expect((await fetch(`${started.url}/openapi.json`)).status).toBe(200);
  await started.stop();
  return new Set([...started.output().matchAll(/^loaded (.*)$/gm)].map(([, name]) => name!));
}

/** The API, without an implementation, is loaded by prom-client. */
const WITHOUT_TRACES = new Set(['api']);

test('without an address, nothing of the implementation is loaded', async () => {
  expect(await loadedWith({})).toEqual(WITHOUT_TRACES);
});

test('with an address it is', async () => {
  const port = await freePort();
  const loaded = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  expect([...loaded]).toEqual(expect.arrayContaining(['sdk-trace', 'exporter-trace-otlp-http']));
});

test('a collector that is away harms no request: the log says once that traces were dropped', async () => {
  const port = await freePort();
  started = await startProcess({
    DATABASE_URL: stored.url,
    ROLE: 'api',
    LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  });
  for (let number = 0; number < 5; number++)
    expect((await fetch(`${started.url}/openapi.json`)).status).toBe(200);
  await eventually(() => expect(started?.output()).toContain('Traces could not be sent'));
  expect(await started.stop()).toBe(0);
  expect(started.output().match(/Traces could not be sent/g)).toHaveLength(1);
});

test('a collector that never answers does not keep the process from stopping', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const sockets = new Set<Socket>();
  silent.on('connection', (socket) => sockets.add(socket));
  try {
    started = await startProcess({
      DATABASE_URL: stored.url,
      ROLE: 'api',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      // Longer than this test may take.
      OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    });
    expect((await fetch(`${started.url}/openapi.json`)).status).toBe(200);
    expect(await started.stop()).toBe(0);
    expect(sockets.size).toBeGreaterThan(0);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test('a sampler that keeps nothing sends nothing, and requests have trace ids in the log nevertheless', async () => {
  const receiver = await OtlpReceiver.start();
  try {
    started = await startProcess({
      DATABASE_URL: stored.url,
      ROLE: 'api',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const ask = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(`${started!.url}/openapi.json`, { headers });
    await ask();
    // Whoever asked has decided to keep this one.
    await ask({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
    expect(await started.stop()).toBe(0);
    expect(receiver.spans.map(({ traceId }) => traceId)).toEqual(['0af7651916cd43dd8448eb211c80319c']);
    expect(started.output().match(/"traceId":"[0-9a-f]{32}"/g)).toHaveLength(2);
  } finally {
    await receiver.stop();
  }
});
