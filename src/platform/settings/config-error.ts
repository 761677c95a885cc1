/** Invalid settings. The message names each one and its allowed values, but not its value, which may be a secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['Holdfast cannot start with these settings:', ...problems.map((line) => `  ${line}`)].join('\n'));
    this.name = 'ConfigError';
  }
}
