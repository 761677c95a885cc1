import { Injectable } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import type { RemovalReason } from '../../domain/hold-end.js';
import type { TitleId } from '../../domain/title-id.js';
import {
  PatronAdministrationService,
  type PatronOverview,
} from '../../operator/patrons/patron-administration.service.js';
import type { PatronExport } from '../../operator/patrons/patron-export.store.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';

/** A patron of the library in whose part of the console staff are. */
export interface PatronHere {
  readonly websiteId: number;
  readonly patronId: number;
}

/**
 * What staff do for a patron in the console. The address names the library and the patron, and the table of permissions
 * checks the library: every method refuses a patron of another library as `NotFound`.
 */
@Injectable()
export class ConsolePatronsService {
  constructor(private readonly patrons: PatronAdministrationService) {}

  /** @returns undefined if no patron has the card */
  async findByCard(websiteId: number, cardNumber: string): Promise<number | undefined> {
    try {
      return await this.patrons.findByCard(websiteId, cardNumber.trim());
    } catch (error) {
      if (error instanceof Refusal && error.code === 'NotFound') return undefined;
      throw error;
    }
  }

  async overview({ websiteId, patronId }: PatronHere): Promise<PatronOverview> {
    const overview = await this.patrons.overview(patronId);
    if (overview.patron.websiteId !== websiteId) throw refusal('NotFound');
    return overview;
  }

  async removeHold(
    here: PatronHere,
    title: TitleId,
    reason: RemovalReason,
    staff: StaffPrincipal,
  ): Promise<void> {
    await this.overview(here);
    await this.patrons.removeHold(here.patronId, title, staff, reason);
  }

  async return(here: PatronHere, title: TitleId, staff: StaffPrincipal): Promise<void> {
    await this.overview(here);
    await this.patrons.return(here.patronId, title, staff);
  }

  async changeCategory(here: PatronHere, category: string, staff: StaffPrincipal): Promise<void> {
    await this.overview(here);
    await this.patrons.changeCategory(here.patronId, category, staff);
  }

  async endSessions(here: PatronHere, staff: StaffPrincipal): Promise<void> {
    await this.overview(here);
    await this.patrons.endSessions(here.patronId, staff);
  }

  async export(here: PatronHere, staff: StaffPrincipal): Promise<PatronExport> {
    await this.overview(here);
    return this.patrons.export(here.patronId, staff);
  }

  /** @returns the number of the patron who has everything now */
  async merge(here: PatronHere, otherCard: string, staff: StaffPrincipal): Promise<number> {
    await this.overview(here);
    const into = await this.findByCard(here.websiteId, otherCard);
    if (into === undefined)
      throw new Refusal('InvalidFieldValue', 'No patron of this library has the card to keep.');
    await this.patrons.merge(here.patronId, into, staff);
    return into;
  }

  async forget(here: PatronHere, confirmation: string, staff: StaffPrincipal): Promise<void> {
    await this.overview(here);
    if (confirmation.trim() !== String(here.patronId))
      throw new Refusal(
        'InvalidFieldValue',
        'Type the number of the patron to confirm. Nothing was deleted.',
      );
    await this.patrons.delete(here.patronId, staff);
  }
}
