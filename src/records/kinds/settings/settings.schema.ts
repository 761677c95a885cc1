import type * as z from 'zod';
import * as is from '../../engine/schema-rules.js';
import { type Setting, type SettingGroup, type Settings, SETTINGS } from './settings.table.js';

/** The record of a library's settings. */

type Rules<Members extends Readonly<Record<string, Setting>>> = {
  [Member in keyof Members]: Members[Member]['rule'];
};

/** The whole group may be absent, and so may members that have a default. */
function ruleOf<Members extends Readonly<Record<string, Setting>>>(
  members: Members,
): z.ZodType<z.output<z.ZodObject<Rules<Members>>> | null, unknown> {
  const rules = Object.fromEntries(Object.entries(members).map(([name, { rule }]) => [name, rule]));
  const needed = Object.keys(rules).filter((name) => rules[name]?.safeParse(undefined).success === false);
  const allowed =
    needed.length === 0
      ? `an object with any of ${Object.keys(rules).join(', ')}`
      : `an object with ${inWords(needed)}`;
  return is.optional(is.strict(rules as Rules<Members>, allowed), null);
}

function inWords(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

const groups = Object.fromEntries(
  Object.entries(SETTINGS).map(([group, members]) => [group, ruleOf(members)]),
) as { [Group in SettingGroup]: ReturnType<typeof ruleOf<Settings[Group]>> };

export const settingsSchemas = is.recordSchemas({ websiteId: is.id }, groups);
export type SettingsRecord = z.output<typeof settingsSchemas.whole>;
export type SettingsKey = z.output<typeof settingsSchemas.key>;
export type SignInRecord = NonNullable<SettingsRecord['signIn']>;
