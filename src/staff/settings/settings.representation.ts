import { partsOf, SETTING_NAMES, settingNamed } from '../../records/kinds/settings/settings.table.js';
import type { SettingsRecord } from '../../records/kinds/settings/settings.schema.js';

/** The settings of a library, in the form in which a change takes them. */
export interface LibrarySettingsRecord {
  /** One that is missing is the service’s own. */
  readonly fields: readonly SettingRecord[];
}

export interface SettingRecord {
  /** The group and the member of the record `settings`, such as `mail.fromName`. */
  readonly name: string;
  /** A list has commas between its items; a password is `***`, which keeps it. */
  readonly value: string;
}

export function representSettings(settings: SettingsRecord): LibrarySettingsRecord {
  const fields = SETTING_NAMES.flatMap((name): SettingRecord[] => {
    const [group, member] = partsOf(name);
    const value = (settings[group] as Readonly<Record<string, unknown>> | null)?.[member] ?? '';
    const write: (value: never) => string = settingNamed(name).write ?? String;
    const text = value === '' ? '' : write(value as never);
    return text === '' ? [] : [{ name, value: text }];
  });
  return { fields };
}
