import { Controller, Delete, Get, HttpCode, HttpStatus, Put, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { Addresses } from '../http/answers/addresses.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { type NoticeChoiceRecord, representNoticeChoice } from './notice-choice.representation.js';
import { NoticeChoiceRequest } from './notice-choice.requests.js';
import { NoticeChoiceService } from './notice-choice.service.js';

/** How a patron's notices come (contract: #choose-how-notices-come). Also open to patrons with whom the library deals no more. */
@Tag('Patron information')
@Controller('v1/patrons/me/notices')
@UseGuards(BearerGuard)
export class NoticeChoiceController {
  constructor(
    private readonly choices: NoticeChoiceService,
    private readonly addresses: Addresses,
  ) {}

  /** Tell how notices come. */
  @Get()
  @Operation('findNoticeChoice')
  async read(@Me() me: PatronKey): Promise<NoticeChoiceRecord> {
    return representNoticeChoice(await this.choices.find(me), this.addresses);
  }

  /** Choose how notices come. @remarks It counts for notices that are written afterwards. */
  @Put()
  @Operation('chooseNotices')
  @HttpCode(HttpStatus.NO_CONTENT)
  async choose(@Me() me: PatronKey, @Fields() request: NoticeChoiceRequest): Promise<void> {
    await this.choices.choose(me, request);
  }

  /** Let notices come as the library has it. @remarks As without a choice. */
  @Delete()
  @Operation('resetNotices')
  @HttpCode(HttpStatus.NO_CONTENT)
  async reset(@Me() me: PatronKey): Promise<void> {
    await this.choices.reset(me);
  }
}
