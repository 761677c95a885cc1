import { announce, announceWarning } from './announcements.js';
import { ConfigError } from '../platform/settings/config.js';
import type { ReloadResult, SettingsReload } from '../platform/settings/settings-reload.js';

/**
 * SIGHUP asks a service to read its settings again. At a terminal it means instead that the terminal is closed. Create this first: the signal
 * would end a process that does not listen yet.
 */
export class ReloadSignal {
  private reload: SettingsReload | undefined;
  private isWaiting = false;

  constructor() {
    if (!isAtTerminal())
      process.on('SIGHUP', () => {
        this.receive();
      });
  }

  /** Lets the signal read the settings. A signal that came during the start takes effect now. */
  handleWith(reload: SettingsReload): void {
    this.reload = reload;
    if (this.isWaiting) this.receive();
  }

  private receive(): void {
    this.isWaiting = this.reload === undefined;
    if (this.reload !== undefined) reportReload(this.reload);
  }
}

export function isAtTerminal(): boolean {
  return process.stdin.isTTY || process.stdout.isTTY;
}

/** The operator who sent the signal finds the answer in the log, at any level. */
function reportReload(reload: SettingsReload): void {
  try {
    const { applied, needRestart } = reload.run();
    if (needRestart.length > 0)
      announceWarning(`These settings have changed and need a restart: ${needRestart.join(', ')}.`);
    announce([describeApplied(applied)]);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    announceWarning(
      `The settings were read again and nothing was changed, because of these: ${error.problems.join('; ')}.`,
    );
  }
}

function describeApplied(applied: ReloadResult['applied']): string {
  return applied.length === 0
    ? 'The settings were read again: nothing to apply.'
    : `The settings were read again. Applied: ${applied.join(', ')}.`;
}
