import { Get, Query } from '@nestjs/common';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { type Face, Faced } from '../console/face.js';
import { LibrariesService } from '../console/libraries.service.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { ChartsPage, FIGURES } from './charts.page.js';
import { type ChartsRecord, representCharts } from './charts.representation.js';
import { ChartsQuery } from './charts.requests.js';

const DEFAULT_DAYS = 30;

/** How a library has done over time. */
@StaffController('libraries/:websiteId/charts')
@Allow('viewer', { library: 'path' })
export class ChartsController {
  constructor(private readonly libraries: LibrariesService) {}

  /** See a library’s figures by day, and how good the estimated waits were. */
  @Get()
  @Operation('findCharts')
  async find(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() { days: period = DEFAULT_DAYS }: ChartsQuery,
    @Query('figure') wanted: unknown,
    @Faced() face: Face,
  ): Promise<ChartsRecord> {
    const [days, calibration] = await Promise.all([
      this.libraries.days(websiteId, period),
      this.libraries.calibration(websiteId, period),
    ]);
    const figure = FIGURES.find((each) => each === wanted);
    return face.show(representCharts(days, calibration), ({ frame }) =>
      ChartsPage({ frame, days, period, calibration, figure }),
    );
  }
}
