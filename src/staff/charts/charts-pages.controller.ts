import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Get } from '@nestjs/common';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { LibrariesService } from '../console/libraries.service.js';
import { ChartsPage, type Figure, FIGURES } from './charts.page.js';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 731;

class ChartsQuery {
  @IsOptional() @IsInt() @Min(2) @Max(MAX_DAYS) days?: number;
  /** The chart that is shown large. */
  @IsOptional() @IsIn(FIGURES) figure?: Figure;
}

/** How a library has done over time. */
@ConsoleController('console/libraries/:websiteId/charts')
@Allow('viewer', { library: 'path' })
export class ChartsController {
  constructor(private readonly libraries: LibrariesService) {}

  @Get()
  async page(
    @PageFrame() frame: LibraryFrame,
    @QueryFields() { days: period = DEFAULT_DAYS, figure }: ChartsQuery,
  ): Promise<VNode> {
    const { websiteId } = frame.library;
    const [days, calibration] = await Promise.all([
      this.libraries.days(websiteId, period),
      this.libraries.calibration(websiteId, period),
    ]);
    return ChartsPage({ frame, days, period, calibration, figure });
  }
}
