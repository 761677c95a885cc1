import { type FieldProblem, Refusal } from '../../../domain/errors.js';
import { memberAt } from '../../engine/record-reader.js';
import { type SettingsRecord, settingsSchemas } from './settings.schema.js';
import {
  partsOf,
  SETTING_NAMES,
  type SettingGroup,
  type SettingName,
  settingNamed,
  SETTINGS,
} from './settings.table.js';

/** The changes are not valid. Each problem names a setting, or an item of its value. */
export class SettingsProblems extends Refusal {
  constructor(readonly problems: readonly FieldProblem[]) {
    super('InvalidFieldValue', problems.map(({ name, problem }) => `${name} ${problem}`).join('\n'));
    this.name = 'SettingsProblems';
  }
}

/**
 * Applies changes such as `mail.fromName=Harbour Library`. An empty value, also of a whole group (`identityProvider=`), restores the
 * service's setting.
 * @throws SettingsProblems
 */
export function changeSettings(settings: SettingsRecord, changes: readonly string[]): SettingsRecord {
  const groups = Object.keys(SETTINGS) as SettingGroup[];
  const copies = groups.map((group) => [group, { ...settings[group] }]);
  const changed = Object.fromEntries(copies) as Record<SettingGroup, Record<string, unknown>>;
  const problems = changes.flatMap((change) => apply(change, changed) ?? []);
  if (problems.length > 0) throw new SettingsProblems(problems);
  const parsed = settingsSchemas.whole.safeParse({ websiteId: settings.websiteId, ...withoutEmpty(changed) });
  if (parsed.success) return parsed.data;
  throw new SettingsProblems(
    parsed.error.issues.map(({ path, message }) => ({ name: memberAt(path), problem: message })),
  );
}

/** @returns what is wrong with the change; undefined if it is valid */
function apply(
  change: string,
  settings: Record<SettingGroup, Record<string, unknown>>,
): FieldProblem | undefined {
  const [, name = change, value] = /^([^=]*)=(.*)$/su.exec(change) ?? [];
  if (value === undefined)
    return { name, problem: `needs a value: ${name}=VALUE, or ${name}= for the service's own` };
  if (value === '' && isGroup(name)) {
    settings[name] = {};
    return undefined;
  }
  const setting = SETTING_NAMES.find((each) => each === name);
  if (setting === undefined)
    return {
      name: JSON.stringify(name),
      problem: `is not a setting: choose from ${SETTING_NAMES.join(', ')}`,
    };
  const [group, member] = partsOf(setting);
  settings[group][member] = valueOf(setting, value);
  return undefined;
}

function valueOf(name: SettingName, text: string): unknown {
  if (text === '') return null;
  return settingNamed(name).read?.(text) ?? text;
}

function isGroup(name: string): name is SettingGroup {
  return Object.hasOwn(SETTINGS, name);
}

/** Leaves groups without values out: an identity provider is either whole or absent. */
function withoutEmpty(settings: Record<SettingGroup, Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(settings).filter(([, members]) => Object.values(members).some(hasValue)),
  );
}

function hasValue(value: unknown): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}
