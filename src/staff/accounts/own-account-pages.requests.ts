import { IsText } from '../../http/fields/validators.js';

export class PasswordForm {
  @IsText() currentPassword!: string;
  @IsText() newPassword!: string;
  @IsText() newPasswordAgain!: string;
}
