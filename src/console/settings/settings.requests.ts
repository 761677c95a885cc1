import { Field } from '../../http/fields/field.decorator.js';
import { freeText } from '../../http/fields/field-rules.js';
import { SETTING_NAMES } from '../../records/kinds/settings/settings.schema.js';

/** All settings, each as it was typed: what is wrong with one is shown at its field. */
export class SettingsForm {
  readonly [name: string]: string | undefined;
}

for (const name of SETTING_NAMES) Field(freeText(''))(SettingsForm.prototype, name);
