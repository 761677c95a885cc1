import { configOf, type Settings } from './config.js';
import { LIVE_SETTINGS, type LiveSettings } from './live-settings.js';

/** The names of the changed settings. */
export interface ReloadResult {
  /** The process uses their new values. */
  readonly applied: readonly string[];
  /** The process keeps their old values until it is started again. */
  readonly needRestart: readonly string[];
}

/** Reads the settings of a running process again. */
export class SettingsReload {
  private values: Settings['values'];

  /** @param started the settings that the process was started with */
  constructor(
    started: Settings,
    private readonly live: LiveSettings,
    private readonly read: () => Settings,
  ) {
    this.values = started.values;
  }

  /** @throws ConfigError when a value is not valid; nothing has changed then */
  run(): ReloadResult {
    const { values } = this.read();
    const changed = namesOf(this.values, values).filter((name) => this.values[name] !== values[name]);
    const applied = changed.filter((name) => this.isLive(name, values));
    const needRestart = changed.filter((name) => !applied.includes(name));
    // The new values must also be valid together with the unchanged ones.
    const taken = { ...this.values, ...only(applied, values) };
    const config = configOf(withoutAbsent(taken));
    const members = new Set(applied.map((name) => LIVE_SETTINGS[name as keyof typeof LIVE_SETTINGS]));
    this.live.change(Object.fromEntries([...members].map((member) => [member, config[member]])));
    this.values = withoutAbsent(taken);
    return { applied, needRestart };
  }

  /** Operator endpoints cannot be added to or removed from a running process. */
  private isLive(name: string, values: Settings['values']): boolean {
    if (name === 'OPERATOR_TOKEN' && (this.values[name] === undefined || values[name] === undefined))
      return false;
    return name in LIVE_SETTINGS;
  }
}

function namesOf(...all: readonly Settings['values'][]): string[] {
  return [...new Set(all.flatMap((values) => Object.keys(values)))].sort();
}

type Values = Readonly<Record<string, string | undefined>>;

function only(names: readonly string[], values: Values): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

function withoutAbsent(values: Values): Settings['values'] {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
