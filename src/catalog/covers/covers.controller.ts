import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Cacheable } from '../../http/answers/cacheable.decorator.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { CoversService } from './covers.service.js';

const DAY_IN_SECONDS = 86_400;

/** Drawn covers (decision 8). They need no token: an `<img>` sends none, and a cover shows nothing about a patron. */
@Tag('Covers')
@Controller('covers')
export class CoversController {
  constructor(private readonly covers: CoversService) {}

  /** Get a drawn cover. @remarks An SVG of the title and its first creator. It is the same for everybody and may be cached. */
  @Get(':id.svg')
  @Operation('getCover', { mediaTypes: ['image/svg+xml'] })
  @Cacheable(DAY_IN_SECONDS)
  async cover(@TitleInPath('NotFound') title: TitleId, @Res() response: Response): Promise<void> {
    response.type('image/svg+xml').send(await this.covers.draw(title));
  }
}
