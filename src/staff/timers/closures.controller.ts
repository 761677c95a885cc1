import { Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { type ClosureRecord, representClosure } from './closures.representation.js';
import { ClosureRequest, endOf } from './closures.requests.js';
import { ClosuresService } from './closures.service.js';

/** For a library that closes for a while. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId')
export class ClosuresController {
  constructor(private readonly closures: ClosuresService) {}

  /**
   * Let no pickup of a library end before a time.
   * @remarks Their patrons get a mail with the new end. Sent again, it goes on with what is left.
   */
  @Post('pickups/extend')
  @Operation('extendPickups')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async extendPickups(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: ClosureRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<ClosureRecord> {
    return representClosure(await this.closures.extendPickups(websiteId, endOf(request), staff));
  }

  /**
   * Suspend all holds of a library that wait.
   * @remarks Until a time; those that are ready stay so. Sent again, it goes on with what is left.
   */
  @Post('holds/suspend')
  @Operation('suspendHolds')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  async suspendHolds(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: ClosureRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<ClosureRecord> {
    return representClosure(await this.closures.suspendHolds(websiteId, endOf(request), staff));
  }
}
