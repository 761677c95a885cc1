import type { FieldProblem } from '../../../domain/errors.js';
import { memberAt } from '../../engine/record-reader.js';
import {
  SETTING_LISTS,
  SETTING_NAMES,
  SETTINGS,
  type SettingsRecord,
  settingsSchemas,
} from './settings.schema.js';
import { readCategoryRule, readHomeLibrary } from './sign-in.schema.js';

/** Beside the rates. */
const NUMBERS = [
  'notices.reminderHours',
  'collections.holdsPerCopy',
  'collections.targetWaitDays',
  'holds.daysWithoutCopies',
  'signIn.port',
];
const YES_OR_NO = ['signIn.tls', 'signIn.errorDetection', 'signIn.scStatus', 'signIn.endSession'];

type Group = keyof typeof SETTINGS;

/** The changes are not valid. Each problem is that of a setting, or of an item of it. */
export class SettingsProblems extends Error {
  constructor(readonly problems: readonly FieldProblem[]) {
    super(problems.map(({ name, problem }) => `${name} ${problem}`).join('\n'));
    this.name = 'SettingsProblems';
  }
}

/**
 * Applies changes such as `mail.fromName=Harbour Library`. An empty value, also of a whole group (`identityProvider=`), brings
 * the service's setting back.
 * @throws SettingsProblems
 */
export function changeSettings(settings: SettingsRecord, changes: readonly string[]): SettingsRecord {
  const groups = Object.keys(SETTINGS) as Group[];
  const copies = groups.map((group) => [group, { ...settings[group] }]);
  const changed = Object.fromEntries(copies) as Record<Group, Record<string, unknown>>;
  const problems = changes.flatMap((change) => apply(change, changed) ?? []);
  if (problems.length > 0) throw new SettingsProblems(problems);
  const parsed = settingsSchemas.whole.safeParse({ websiteId: settings.websiteId, ...withoutEmpty(changed) });
  if (parsed.success) return parsed.data;
  throw new SettingsProblems(
    parsed.error.issues.map(({ path, message }) => ({ name: memberAt(path), problem: message })),
  );
}

/** @returns what is wrong with the change, if anything is */
function apply(change: string, settings: Record<Group, Record<string, unknown>>): FieldProblem | undefined {
  const [, name = change, value] = /^([^=]*)=(.*)$/su.exec(change) ?? [];
  if (value === undefined)
    return { name, problem: `needs a value: ${name}=VALUE, or ${name}= for the service's own` };
  if (value === '' && isGroup(name)) {
    settings[name] = {};
    return undefined;
  }
  const [group = '', member = ''] = name.split('.');
  if (!isGroup(group) || !SETTING_NAMES.includes(name))
    return {
      name: JSON.stringify(name),
      problem: `is not a setting: choose from ${SETTING_NAMES.join(', ')}`,
    };
  settings[group][member] = valueOf(name, value);
  return undefined;
}

function valueOf(name: string, value: string): unknown {
  if (value === '') return null;
  if (name === 'signIn.categories') return itemsOf(value).map(readCategoryRule);
  if (name === 'signIn.homeLibrary') return readHomeLibrary(value);
  if (SETTING_LISTS.includes(name)) return itemsOf(value);
  if (YES_OR_NO.includes(name)) return value === 'true' || (value === 'false' ? false : value);
  if (name === 'signIn.feeLimit') return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  const isNumber = name.startsWith('rates.') || NUMBERS.includes(name);
  return isNumber && /^\d+$/.test(value) ? Number(value) : value;
}

function itemsOf(value: string): string[] {
  return value.split(',').map((each) => each.trim());
}

function isGroup(name: string): name is Group {
  return Object.hasOwn(SETTINGS, name);
}

/** A group without values is absent: a provider is whole, or it is none. */
function withoutEmpty(settings: Record<Group, Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(settings).filter(([, members]) => Object.values(members).some(hasValue)),
  );
}

function hasValue(value: unknown): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}
