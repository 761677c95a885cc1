import { DEFAULT_COLOR } from '../../domain/colors.js';
import { LANGUAGES } from '../../domain/languages.js';
import type { Typed } from '../../http/fields/fields.decorators.js';
import { SettingsProblems } from '../../records/kinds/settings/settings-changes.js';
import { SETTING_NAMES } from '../../records/kinds/settings/settings.table.js';
import type { KeptForm } from '../console/components/kept-form.js';

/** Each setting as text; the service's default applies to a missing one. */
export type SettingValues = Typed<string>;

/** Problems by the setting's name; those of the whole form have none. */
export type SettingProblems = ReadonlyMap<string, string>;

/** One control for each of a library's languages; the first is for patrons who have chosen none. */
export const LANGUAGE_FIELDS = LANGUAGES.map((_, index) => `notices.languages.${index + 1}`);
export const NO_COLOR_FIELD = 'notices.color.none';

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

/** The part of a setting that names an item or a member: `[0].field` of `signIn.categories`. */
const PART = /^(?:\[\d+\])?\.?/;

export function problemsIn(refusal: KeptForm['refusal']): SettingProblems {
  if (!(refusal instanceof SettingsProblems))
    return new Map(refusal === undefined ? [] : [['', refusal.message]]);
  return new Map(
    refusal.problems.map(({ name, problem }) => {
      const setting = SETTING_NAMES.find(
        (each) => name.startsWith(each) && !/^\w/.test(name.slice(each.length)),
      );
      if (setting === undefined) return ['', `${name} ${problem}.`];
      const part = name.slice(setting.length).replace(PART, '');
      return [setting, part === '' ? `This ${problem}.` : `This ${part} ${problem}.`];
    }),
  );
}
