import { Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Fields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { type MovedRecord, representMove } from './queue-moves.representation.js';
import { MoveRequest, titleIn } from './queue-moves.requests.js';
import { QueueMovesService } from './queue-moves.service.js';

/** The holds on a title go to another. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/titles/:id/holds/move')
export class QueueMovesController {
  constructor(private readonly moves: QueueMovesService) {}

  /**
   * Move the holds on a title to another.
   * @remarks All stand there in the order of their dates. Ready holds stay where they are. Sent again after a failure, it
   * goes on with what is left.
   */
  @Post()
  @Operation('moveHolds')
  @Allow('desk', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async move(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @Fields() request: MoveRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<MovedRecord> {
    return representMove(await this.moves.move({ websiteId, title }, titleIn(request), staff));
  }
}
