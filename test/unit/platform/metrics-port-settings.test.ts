import { readConfig } from '../../../src/platform/settings/config.js';

const DATABASE_URL = 'postgres://holdfast@localhost/holdfast';

describe('health and metrics are served', () => {
  test('with the embedded database: on PORT', () => {
    expect(readConfig({}).metricsListener).toBeUndefined();
  });

  test('with DATABASE_URL and without METRICS_PORT: for the machine itself, if the port is free', () => {
    const expected = { port: 9464, host: '127.0.0.1', isOptional: true };
    expect(readConfig({ DATABASE_URL }).metricsListener).toEqual(expected);
    expect(readConfig({ DATABASE_URL, HOST: '10.0.0.1', METRICS_PORT: '' }).metricsListener).toEqual(
      expected,
    );
  });

  test('with METRICS_PORT: on that port of HOST', () => {
    for (const settings of [{ DATABASE_URL }, { HOST: '0.0.0.0' }])
      expect(readConfig({ ...settings, METRICS_PORT: '9464' }).metricsListener).toEqual({
        port: 9464,
        host: '0.0.0.0',
        isOptional: false,
      });
  });

  test('with METRICS_PORT the same as PORT: on PORT', () => {
    expect(readConfig({ DATABASE_URL, METRICS_PORT: '8080' }).metricsListener).toBeUndefined();
    expect(readConfig({ DATABASE_URL, PORT: '80', METRICS_PORT: '80' }).metricsListener).toBeUndefined();
  });

  test('with any free port for both: on a port of their own', () => {
    const { metricsListener } = readConfig({ DATABASE_URL, PORT: '0', METRICS_PORT: '0' });
    expect(metricsListener).toEqual({ port: 0, host: '0.0.0.0', isOptional: false });
  });
});

test.each([
  ['METRICS_PORT', '65536'],
  ['MAX_CONNECTIONS', '0'],
  ['SHUTDOWN_SECONDS', '0'],
  ['SHUTDOWN_DELAY_SECONDS', '-1'],
])('%s cannot be %s', (name, value) => {
  expect(() => readConfig({ DATABASE_URL, [name]: value })).toThrow(new RegExp(`^ {2}${name} must `, 'm'));
});
