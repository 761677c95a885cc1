import type { Config } from './config.js';

/** The settings that a running process can take over, with the members of Config that they change. */
export const LIVE_SETTINGS = {
  LOG_LEVEL: 'logLevel',
  OPERATOR_TOKEN: 'operatorTokens',
  JWT_ISSUER: 'identityProvider',
  JWT_AUDIENCE: 'identityProvider',
  JWT_JWKS_URL: 'identityProvider',
  JWT_PATRON_CLAIM: 'identityProvider',
  JWT_TOKEN_TYPE: 'identityProvider',
  JWT_SCOPE: 'identityProvider',
  REQUESTS_PER_PATRON: 'requestsPerMinute',
  REQUESTS_PER_CLIENT: 'requestsPerMinute',
  REQUESTS_PER_ADDRESS: 'requestsPerMinute',
  WRONG_PINS_PER_CLIENT: 'wrongPins',
  WRONG_PINS_PER_ADDRESS: 'wrongPins',
  TRUSTED_PROXIES: 'trustedProxies',
  SMTP_URL: 'smtpUrl',
  MAIL_FROM: 'mailFrom',
  MAIL_BOUNCES_TO: 'mailBouncesTo',
} as const satisfies Readonly<Record<string, keyof Config>>;

export type LiveConfig = Pick<Config, (typeof LIVE_SETTINGS)[keyof typeof LIVE_SETTINGS]>;

/** The current values of settings that a process can take over (decision 3). Callers read them here each time, and keep no copy. */
export class LiveSettings {
  private readonly listeners: ((settings: LiveConfig) => void)[] = [];

  constructor(private latest: LiveConfig) {}

  get current(): LiveConfig {
    return this.latest;
  }

  /** For code that cannot read them each time: `listener` is called after each change. */
  onChange(listener: (settings: LiveConfig) => void): void {
    this.listeners.push(listener);
  }

  change(settings: Partial<LiveConfig>): void {
    this.latest = { ...this.latest, ...settings };
    for (const listener of this.listeners) listener(this.latest);
  }
}
