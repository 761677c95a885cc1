import { IsOptional, IsString } from 'class-validator';
import { LOOK_NAMES, type SettingValues } from './settings.service.js';

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
