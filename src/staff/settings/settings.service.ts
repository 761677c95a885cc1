import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Config } from '../../platform/settings/config.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { changeSettings, SettingsProblems } from '../../records/kinds/settings/settings-changes.js';
import { problemOfSettings } from '../../records/kinds/settings/settings.kind.js';
import {
  SETTING_NAMES,
  type SettingsRecord,
  settingsSchemas,
} from '../../records/kinds/settings/settings.schema.js';
import type { CategoryRule, HomeLibraries } from '../../platform/settings/ils-settings.js';
import { writeCategoryRule, writeHomeLibrary } from '../../records/kinds/settings/sign-in.schema.js';
import { findSettings, upsertSettings } from '../../records/kinds/settings/settings.store.js';
import type { Typed } from '../../http/fields/fields.decorators.js';
import { importLogOf } from '../actions/action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** Each setting as it is typed; a missing one is the service's own. */
export type SettingValues = Typed<string>;

/** What is wrong with a setting, by its name. */
export type SettingProblems = ReadonlyMap<string, string>;

/** What a library sets for itself, as its record has it. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly seal: SecretSeal,
  ) {}

  async values(websiteId: number): Promise<SettingValues> {
    return valuesOf(await this.settings(websiteId));
  }

  /** @returns the problems; without any, the settings are these from now on */
  async change(websiteId: number, values: SettingValues, staff: StaffPrincipal): Promise<SettingProblems> {
    const wanted = SETTING_NAMES.map((name) => `${name}=${values[name]?.trim() ?? ''}`);
    try {
      const next = changeSettings(await this.settings(websiteId), wanted);
      const problem = await problemOfSettings(next, this.config.outbound);
      if (problem !== undefined) throw new SettingsProblems([problem]);
      await upsertSettings(this.database, next, this.seal, (transaction) =>
        importLogOf(staff).settingsChanged(transaction, websiteId),
      );
      return new Map();
    } catch (error) {
      if (!(error instanceof SettingsProblems)) throw error;
      return problemsIn(error);
    }
  }

  private async settings(websiteId: number): Promise<SettingsRecord> {
    return (await findSettings(this.database, websiteId)) ?? settingsSchemas.whole.parse({ websiteId });
  }
}

function valuesOf(settings: SettingsRecord): SettingValues {
  const groups: Readonly<Record<string, unknown>> = { ...settings };
  const values = SETTING_NAMES.flatMap((name): [string, string][] => {
    const [group = '', member = ''] = name.split('.');
    const members = groups[group] as Readonly<Record<string, SettingValue | null>> | null;
    const value = members?.[member] ?? '';
    const text = textOf(value);
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(values);
}

type SettingValue = number | boolean | string | HomeLibraries | readonly (string | CategoryRule)[];

function textOf(value: SettingValue): string {
  if (typeof value !== 'object') return String(value);
  return 'allow' in value ? writeHomeLibrary(value) : value.map(itemText).join(', ');
}

function itemText(item: string | CategoryRule): string {
  return typeof item === 'string' ? item : writeCategoryRule(item);
}

/** Each line begins with the name of its setting, or of an item of it. */
function problemsIn({ message }: SettingsProblems): SettingProblems {
  return new Map(
    message.split('\n').map((line) => {
      const name =
        SETTING_NAMES.find((each) => line.startsWith(each) && !/^\w/.test(line.slice(each.length))) ?? '';
      const problem = line
        .slice(name.length)
        .replace(/^(?:\[\d+\])?\.?/, '')
        .trim();
      return [name, name === '' ? `${problem}.` : `This ${problem}.`];
    }),
  );
}
