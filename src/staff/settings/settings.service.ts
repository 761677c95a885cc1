import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { SecretSeal } from '../../platform/secret-seal.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { changeSettings, SettingsProblems } from '../../records/kinds/settings/settings-changes.js';
import { problemOfSettings } from '../../records/kinds/settings/settings.kind.js';
import { type SettingsRecord, settingsSchemas } from '../../records/kinds/settings/settings.schema.js';
import { SETTING_NAMES, type SettingName } from '../../records/kinds/settings/settings.table.js';
import { findSettings, upsertSettings } from '../../records/kinds/settings/settings.store.js';
import type { NoticeLook } from '../../notifications/composing/notice-previews.service.js';
import { importLogOf } from '../actions/action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { SettingValues } from './settings-form.js';
import { type LibrarySettingsRecord, representSettings } from './settings.representation.js';

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

  /** @throws Refusal `NotFound` */
  async find(websiteId: number): Promise<LibrarySettingsRecord> {
    return representSettings(await this.stored(websiteId));
  }

  /** The settings with these values; nothing is looked up or stored. @throws Refusal `NotFound`, SettingsProblems */
  async preview(websiteId: number, values: SettingValues): Promise<LibrarySettingsRecord> {
    return representSettings(await this.changed(websiteId, values));
  }

  /**
   * The look of notices with these values in place of the stored ones.
   * @param libraryName for notices without a name of their own
   * @throws SettingsProblems
   */
  async look(websiteId: number, values: SettingValues, libraryName: string): Promise<NoticeLook> {
    const { notices } = await this.changed(websiteId, values, LOOK_NAMES);
    const { name = null, homepage = null, logo = null, color = null } = notices ?? {};
    const { timeZone = null, languages = null, titleUrl = null } = notices ?? {};
    return { libraryName: name ?? libraryName, homepage, logo, color, timeZone, languages, titleUrl };
  }

  /** @throws Refusal `NotFound`, SettingsProblems */
  async replace(websiteId: number, values: SettingValues, staff: StaffPrincipal): Promise<void> {
    const next = await this.changed(websiteId, values);
    const problem = await problemOfSettings(next, this.database, this.config.outbound);
    if (problem !== undefined) throw new SettingsProblems([problem]);
    await upsertSettings(this.database, next, this.seal, (transaction) =>
      importLogOf(staff).settingsChanged(transaction, websiteId),
    );
  }

  private async changed(
    websiteId: number,
    values: SettingValues,
    names: readonly SettingName[] = SETTING_NAMES,
  ): Promise<SettingsRecord> {
    const changes = names.map((name) => `${name}=${values[name]?.trim() ?? ''}`);
    return changeSettings(await this.stored(websiteId), changes);
  }

  private async stored(websiteId: number): Promise<SettingsRecord> {
    return (await findSettings(this.database, websiteId)) ?? settingsSchemas.whole.parse({ websiteId });
  }
}
