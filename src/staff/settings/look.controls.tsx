import type { VNode } from 'preact';
import { LANGUAGES } from '../../domain/languages.js';
import { buttonColors, DEFAULT_COLOR, linkColors } from '../../domain/colors.js';
import { SETTINGS } from '../../records/kinds/settings/settings.table.js';
import { Box, Choice, Field } from '../console/components/field.js';
import { LANGUAGE_FIELDS, languagesIn, NO_COLOR_FIELD, type SettingValues } from './settings-form.js';

interface ControlProps {
  readonly values: SettingValues;
  readonly problem: string | undefined;
}

const ORDER = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];

const COLOR = /^#[0-9a-f]{6}$/i;

/** The color of buttons and links: a picker, how it is used, and the way back to the service's. The preview shows it. */
export function ColorControl({ values, problem }: ControlProps): VNode {
  const typed = values['notices.color'] ?? DEFAULT_COLOR;
  const color = COLOR.test(typed) ? typed : DEFAULT_COLOR;
  return (
    <>
      <Field
        label={SETTINGS.notices.color.label}
        name="notices.color"
        id="field-notices-color"
        type="color"
        value={color}
        hint={usedAs(color)}
        problem={problem}
      />
      <Box name={NO_COLOR_FIELD}>No color of our own: the service’s dark blue</Box>
    </>
  );
}

/** The color as it is used, with enough contrast. */
function usedAs(color: string): string {
  const text = buttonColors(color).text === '#ffffff' ? 'white' : 'black';
  const { onWhite, onDark } = linkColors(color);
  return [
    `The text on buttons is ${text}, which can be read on this color.`,
    ...(onWhite === color ? [] : ['On white, links in this color are darkened so that they can be read.']),
    ...(onDark === color
      ? []
      : ['On dark ground, links in this color are lightened so that they can be read.']),
  ].join(' ');
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Keeps an older name of a zone, which is not in the list. */
export function TimeZoneControl({ values, problem }: ControlProps): VNode {
  const chosen = values['notices.timeZone'] ?? 'UTC';
  const zones = ZONES.includes(chosen) ? ZONES : [chosen, ...ZONES];
  return (
    <Choice
      label={SETTINGS.notices.timeZone.label}
      name="notices.timeZone"
      id="field-notices-timeZone"
      options={zones.map((zone) => [zone === 'UTC' ? '' : zone, zone.replaceAll('_', ' ')] as const)}
      value={chosen === 'UTC' ? '' : chosen}
      problem={problem}
    />
  );
}

/** Regions whose date format differs from the language's default. */
const OF_COUNTRIES = ['en-US', 'en-CA', 'es-MX', 'es-US', 'fr-CA', 'fr-CH', 'de-AT', 'de-CH'];
const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** A choice for each language. Keeps a tag that is not in the list. */
export function LanguageControls({ values, problem }: ControlProps): VNode {
  const chosen = languagesIn(values);
  const tags = [...new Set([...LANGUAGES, ...OF_COUNTRIES, ...chosen])].sort();
  const options = tags.map((tag) => [tag, nameOf(tag)] as const);
  return (
    <fieldset>
      <legend>{SETTINGS.notices.languages.label}</legend>
      <p class="hint">
        The first is for patrons who have none. Without any, the library writes in English, Spanish, French
        and German.
      </p>
      <div class="languages">
        {LANGUAGE_FIELDS.map((name, index) => (
          <Choice
            key={name}
            label={`${ORDER[index] ?? ''} language`}
            name={name}
            id={`field-notices-languages-${index + 1}`}
            options={[['', 'None'], ...options]}
            value={chosen[index] ?? ''}
            problem={index === 0 ? problem : undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Returns invalid tags as they were typed. */
function nameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
