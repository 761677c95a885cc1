import { IsBoolean, IsOptional } from 'class-validator';

/** Choose how notices come (contract: #choose-how-notices-come). */
export class NoticeChoiceRequest {
  /** Those of a day in one mail, at the library's hour. */
  @IsBoolean() daily!: boolean;
  /** Whether to be told that a title is likely to be ready soon. Absent: as before. */
  @IsOptional() @IsBoolean() soon?: boolean;
}
