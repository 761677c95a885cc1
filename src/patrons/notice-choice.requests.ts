import { IsBoolean } from 'class-validator';

/** Choose how notices come (contract: #choose-how-notices-come). */
export class NoticeChoiceRequest {
  /** Those of a day in one mail, at the library's hour. */
  @IsBoolean() daily!: boolean;
}
