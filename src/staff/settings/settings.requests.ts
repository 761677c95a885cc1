import { applyDecorators } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';
import { SETTING_NAMES } from '../../records/kinds/settings/settings.schema.js';

/** All settings, each as it was typed: what is wrong with one is shown at its field. */
export class SettingsForm {
  readonly [name: string]: string | undefined;
}

for (const name of SETTING_NAMES) applyDecorators(IsOptional(), IsText())(SettingsForm.prototype, name);
