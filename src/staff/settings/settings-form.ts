import { LANGUAGES } from '../../domain/languages.js';
import type { Typed } from '../../http/fields/fields.decorators.js';
import { DEFAULT_COLOR } from '../../domain/colors.js';
import type { SettingValues } from './settings.service.js';

/** One control for each of a library's languages; the first is for patrons who have chosen none. */
export const LANGUAGE_FIELDS = LANGUAGES.map((_, index) => `notices.languages.${index + 1}`);
export const NO_COLOR_FIELD = 'notices.color.none';

/** Names the pressed button of the form. */
export const ACTION_FIELD = 'action';
export const PREVIEW = 'preview';

/** The typed settings. A color control always has a value: the service's color stands for none. Each language has a control. */
export function readSettingsForm(typed: Typed<string>): SettingValues {
  const color = typed['notices.color'];
  const isOwnColor = typed[NO_COLOR_FIELD] === undefined && color?.toLowerCase() !== DEFAULT_COLOR;
  const languages = LANGUAGE_FIELDS.flatMap((name) => typed[name] ?? []).join(', ');
  return {
    ...typed,
    'notices.color': isOwnColor ? color : undefined,
    'notices.languages': languages === '' ? typed['notices.languages'] : languages,
  };
}

/** The tags that a setting names, as `readSettingsForm` has joined them. */
export function languagesIn(values: SettingValues): readonly string[] {
  return values['notices.languages']?.split(',').map((tag) => tag.trim()) ?? [];
}
