import { IsIn, IsOptional } from 'class-validator';
import { IsText } from '../../http/fields/validators.js';

/** What is wrong with one of these is shown at its field. */
export class WebhookForm {
  @IsOptional() @IsText() url?: string;
  @IsOptional() @IsText() types?: string;
}

export class StateForm {
  @IsIn(['enabled', 'disabled']) state!: 'enabled' | 'disabled';
}

/** What is no time is shown again, with the problem. */
export class ReplayForm {
  @IsOptional() @IsText() since?: string;
}
