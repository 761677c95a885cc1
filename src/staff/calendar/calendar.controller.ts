import { Delete, Get, HttpCode, HttpStatus, Put } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TextInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { pageAddress } from '../addresses/addresses.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { CalendarEntryPage, CalendarPage } from './calendar.page.js';
import type { CalendarEntryRecord, CalendarRecord } from './calendar.representation.js';
import { CalendarEntryRequest } from './calendar.requests.js';
import { CalendarService } from './calendar.service.js';

/** The days on which a library is closed, its holidays and its terms. */
@StaffController('libraries/:websiteId/calendar')
export class CalendarController {
  constructor(private readonly calendar: CalendarService) {}

  /** See the closed days, holidays and terms of a library. */
  @Get()
  @Operation('listCalendar')
  @Allow('any', { library: 'path' })
  async list(@NumberInPath('websiteId') websiteId: number, @Faced() face: Face): Promise<CalendarRecord> {
    return face.show(await this.calendar.list(websiteId), CalendarPage);
  }

  /** See days in the calendar of a library. */
  @Get(':entryId')
  @Operation('readCalendarEntry')
  @Allow('admin', { library: 'path' })
  async read(
    @NumberInPath('websiteId') websiteId: number,
    @TextInPath('entryId') entryId: string,
    @Faced() face: Face,
  ): Promise<CalendarEntryRecord> {
    return face.show(await this.calendar.one({ websiteId, entryId }), CalendarEntryPage);
  }

  /**
   * Put days into the calendar of a library.
   * @remarks Under a number of your own; an entry that has it already is replaced. Pickups that would end on a day which is closed now end on
   * the first open day, and their patrons get a mail.
   */
  @Put(':entryId')
  @Operation('putCalendarEntry', { exampleFields: ['kind', 'name', 'from', 'to', 'repeats'] })
  @Allow('admin', { library: 'path' })
  @FormOn('list')
  @HttpCode(HttpStatus.OK)
  async put(
    @NumberInPath('websiteId') websiteId: number,
    @TextInPath('entryId') entryId: string,
    @Fields() request: CalendarEntryRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<CalendarEntryRecord> {
    const entry = await this.calendar.put({ websiteId, entryId }, request, staff);
    const follows = entry.kind === 'closed' ? ' What it changes for holds is done within a minute.' : '';
    return face.done(
      entry,
      pageAddress(websiteId, 'calendar'),
      `${entry.name} is in the calendar.${follows}`,
    );
  }

  /**
   * Remove days from the calendar of a library.
   * @remarks Pickups that were extended stay so. Holds that were suspended because of these days are resumed.
   */
  @Delete(':entryId')
  @Operation('removeCalendarEntry')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async remove(
    @NumberInPath('websiteId') websiteId: number,
    @TextInPath('entryId') entryId: string,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    await this.calendar.remove({ websiteId, entryId }, staff);
    face.done(undefined, pageAddress(websiteId, 'calendar'), 'The days were removed.');
  }
}
