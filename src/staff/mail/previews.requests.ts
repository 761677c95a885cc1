import { IsIn, IsOptional } from 'class-validator';
import { LANGUAGES, type LanguageCode } from '../../domain/languages.js';
import { OCCASIONS, type Occasion } from '../../notifications/occasions/occasions.js';

export class PreviewQuery {
  @IsOptional() @IsIn(OCCASIONS) occasion?: Occasion;
  /** By default, that of patrons who have none. */
  @IsOptional() @IsIn(LANGUAGES) language?: LanguageCode;
}
