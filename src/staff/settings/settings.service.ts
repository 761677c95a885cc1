import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Config } from '../../platform/settings/config.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { changeSettings, SettingsProblems } from '../../records/kinds/settings/settings-changes.js';
import { problemOfSettings } from '../../records/kinds/settings/settings.kind.js';
import { type SettingsRecord, settingsSchemas } from '../../records/kinds/settings/settings.schema.js';
import {
  partsOf,
  SETTING_NAMES,
  type SettingName,
  settingNamed,
} from '../../records/kinds/settings/settings.table.js';
import { findSettings, upsertSettings } from '../../records/kinds/settings/settings.store.js';
import type { Typed } from '../../http/fields/fields.decorators.js';
import type { NoticeLook } from '../../notifications/composing/notice-previews.service.js';
import { importLogOf } from '../actions/action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** Each setting as text; the service's default applies to a missing one. */
export type SettingValues = Typed<string>;

/** Problems by the setting's name. */
export type SettingProblems = ReadonlyMap<string, string>;

/** The settings that change the look of a notice. */
export const LOOK_NAMES = [
  'notices.name',
  'notices.homepage',
  'notices.logo',
  'notices.color',
  'notices.timeZone',
  'notices.languages',
  'notices.titleUrl',
] as const satisfies readonly SettingName[];

/** A library's settings, as its record has them. */
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

  /** @returns the problems of these values that need no look-up; nothing is stored */
  async problemsOf(websiteId: number, values: SettingValues): Promise<SettingProblems> {
    try {
      changeSettings(await this.settings(websiteId), changesTo(values, SETTING_NAMES));
      return new Map();
    } catch (error) {
      return problemsIn(error);
    }
  }

  /**
   * The look of notices with these values in place of the stored ones.
   * @param libraryName for notices without a name of their own
   * @throws Refusal `InvalidFieldValue` if a value is invalid
   */
  async look(websiteId: number, values: SettingValues, libraryName: string): Promise<NoticeLook> {
    const settings = await this.settings(websiteId);
    try {
      const { notices } = changeSettings(settings, changesTo(values, LOOK_NAMES));
      const { name = null, homepage = null, logo = null, color = null } = notices ?? {};
      const { timeZone = null, languages = null, titleUrl = null } = notices ?? {};
      return { libraryName: name ?? libraryName, homepage, logo, color, timeZone, languages, titleUrl };
    } catch (error) {
      throw new Refusal('InvalidFieldValue', [...problemsIn(error)].flat().join(' '));
    }
  }

  /** Stores the settings if there are no problems. @returns the problems */
  async change(websiteId: number, values: SettingValues, staff: StaffPrincipal): Promise<SettingProblems> {
    try {
      const next = changeSettings(await this.settings(websiteId), changesTo(values, SETTING_NAMES));
      const problem = await problemOfSettings(next, this.database, this.config.outbound);
      if (problem !== undefined) throw new SettingsProblems([problem]);
      await upsertSettings(this.database, next, this.seal, (transaction) =>
        importLogOf(staff).settingsChanged(transaction, websiteId),
      );
      return new Map();
    } catch (error) {
      return problemsIn(error);
    }
  }

  private async settings(websiteId: number): Promise<SettingsRecord> {
    return (await findSettings(this.database, websiteId)) ?? settingsSchemas.whole.parse({ websiteId });
  }
}

function changesTo(values: SettingValues, names: readonly string[]): string[] {
  return names.map((name) => `${name}=${values[name]?.trim() ?? ''}`);
}

function valuesOf(settings: SettingsRecord): SettingValues {
  const values = SETTING_NAMES.flatMap((name): [string, string][] => {
    const [group, member] = partsOf(name);
    const value = (settings[group] as Readonly<Record<string, unknown>> | null)?.[member] ?? '';
    const write: (value: never) => string = settingNamed(name).write ?? String;
    const text = value === '' ? '' : write(value as never);
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(values);
}

/** The part of a setting that names an item or a member: `[0].field` of `signIn.categories`. */
const PART = /^(?:\[\d+\])?\.?/;

/** @throws any other error */
function problemsIn(error: unknown): SettingProblems {
  if (!(error instanceof SettingsProblems)) throw error;
  return new Map(
    error.problems.map(({ name, problem }) => {
      const setting = SETTING_NAMES.find(
        (each) => name.startsWith(each) && !/^\w/.test(name.slice(each.length)),
      );
      if (setting === undefined) return ['', `${name} ${problem}.`];
      const part = name.slice(setting.length).replace(PART, '');
      return [setting, part === '' ? `This ${problem}.` : `This ${part} ${problem}.`];
    }),
  );
}
