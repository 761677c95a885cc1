import { readConfig } from '../../../src/platform/settings/config.js';
import { isLocalSandbox } from '../../../src/shelf/local-sandbox.js';

const DATABASE_URL = 'postgres://localhost/holdfast';

test.each<[boolean, Record<string, string>]>([
  [true, {}],
  [true, { HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:8080' }],
  [true, { DATABASE_URL, SANDBOX: 'true', HOST: '127.0.0.1', PUBLIC_URL: 'http://[::1]:8080' }],
  [false, { SANDBOX: 'false' }],
  [false, { HOST: '0.0.0.0' }],
  [false, { HOST: '192.168.1.7' }],
  [false, { PUBLIC_URL: 'https://sandbox.example.org' }],
  [false, { PUBLIC_URL: 'http://localhost.example.org' }],
  [false, { DATABASE_URL, SANDBOX: 'true' }],
  [false, { NODE_ENV: 'production' }],
])('only its own machine reaches the sandbox: %s with %j', (expected, settings) => {
  expect(isLocalSandbox(readConfig(settings))).toBe(expected);
});
