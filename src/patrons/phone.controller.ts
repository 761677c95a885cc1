import { Controller, Delete, HttpCode, HttpStatus, Post, Put, UseGuards } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { BearerGuard } from '../http/authorization/bearer.guard.js';
import { Me } from '../http/authorization/principal.decorator.js';
import { Fields } from '../http/fields/fields.decorators.js';
import { Operation, Tag } from '../http/openapi/operation.decorator.js';
import { codeIn, PhoneCodeRequest, phoneIn, PhoneRequest } from './phone.requests.js';
import { PhoneService } from './phone.service.js';

/** The number for a patron's text messages (contract: #text-messages). Also open to patrons with whom the library deals no more. */
@Tag('Patron information')
@Controller('v1/patrons/me/notices/phone')
@UseGuards(BearerGuard)
export class PhoneController {
  constructor(private readonly phones: PhoneService) {}

  /** Get a code for a telephone number. @remarks The number is used when it is confirmed with the code, within ten minutes. */
  @Post()
  @Operation('sendPhoneCode')
  @HttpCode(HttpStatus.NO_CONTENT)
  async sendCode(@Me() me: PatronKey, @Fields() request: PhoneRequest): Promise<void> {
    await this.phones.sendCode(me, phoneIn(request));
  }

  /** Confirm a telephone number. @remarks A code can be tried five times. */
  @Put()
  @Operation('confirmPhone')
  @HttpCode(HttpStatus.NO_CONTENT)
  async confirm(@Me() me: PatronKey, @Fields() request: PhoneCodeRequest): Promise<void> {
    await this.phones.confirm(me, codeIn(request));
  }

  /** Remove the telephone number. @remarks Notices come by mail then. */
  @Delete()
  @Operation('removePhone')
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(@Me() me: PatronKey): Promise<void> {
    await this.phones.remove(me);
  }
}
