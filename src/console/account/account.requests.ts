import { RequiredField } from '../../http/fields/field.decorator.js';
import { freeText } from '../../http/fields/field-rules.js';

export class PasswordForm {
  @RequiredField(freeText('the password until now')) currentPassword!: string;
  @RequiredField(freeText('four words in a row')) newPassword!: string;
  @RequiredField(freeText('four words in a row')) newPasswordAgain!: string;
}
