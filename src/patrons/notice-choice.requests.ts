import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { NOTICE_CHANNELS, type NoticeChannels } from '../domain/texts.js';

/** Choose how notices come (contract: #choose-how-notices-come). */
export class NoticeChoiceRequest {
  /** Those of a day in one mail, at the library's hour. */
  @IsBoolean() daily!: boolean;
  /** Whether to be told that a title is likely to be ready soon. Absent: as before. */
  @IsOptional() @IsBoolean() soon?: boolean;
  /** By mail, as text messages, or both. Absent: as before. */
  @IsOptional() @IsIn(NOTICE_CHANNELS) by?: NoticeChannels;
}
