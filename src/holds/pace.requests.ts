import { IsInt, Max, Min } from 'class-validator';

/** As many as one list can show. */
const MAX_READY = 100;

/** Choose how many holds are ready at most (contract: #choose-a-pace). */
export class PaceRequest {
  @IsInt({ context: { example: '2' } }) @Min(1) @Max(MAX_READY) readyAtMost!: number;
}
