import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';
import { SETTING_NAMES } from '../../records/kinds/settings/settings.table.js';
import { LANGUAGE_FIELDS, NO_COLOR_FIELD, type SettingValues } from './settings-form.js';
import { LOOK_NAMES } from './settings.service.js';

/** Each setting by its name, and two controls of the page. The rules of the record check the values. */
export class SettingsRequest {
  readonly [name: string]: string | undefined;
}

for (const name of [...SETTING_NAMES, ...LANGUAGE_FIELDS, NO_COLOR_FIELD])
  applyDecorators(IsOptional(), IsText())(SettingsRequest.prototype, name);

/** What a notice would look like with these settings; one that is missing is the service's own. */
export class NoticeLookQuery {
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsString() homepage?: string;
  @IsOptional() @IsString() logo?: string;
  @IsOptional() @IsString() color?: string;
  @IsOptional() @IsString() timeZone?: string;
  @IsOptional() @IsString() languages?: string;
  @IsOptional() @IsString() titleUrl?: string;
}

type Member = keyof NoticeLookQuery;

/** The same as settings. */
export function settingsOf(query: NoticeLookQuery): SettingValues {
  return Object.fromEntries(LOOK_NAMES.map((name) => [name, query[memberOf(name)]]));
}

/** The query that shows a notice with these settings. */
export function lookOf(values: SettingValues): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(LOOK_NAMES.map((name) => [memberOf(name), values[name]]));
}

function memberOf(name: (typeof LOOK_NAMES)[number]): Member {
  return name.slice('notices.'.length) as Member;
}
