import { Injectable } from '@nestjs/common';
import { Refusal, refusal, refusedField } from '../../domain/errors.js';
import { isbnsIn } from '../../domain/normalized-identifier.js';
import { parseTitleId } from '../../domain/titles/title-id.js';
import { DEFAULT_DAYS, DEFAULT_SEED } from '../../domain/waits/policies/trial-limits.js';
import { Database } from '../../platform/database/database.js';
import { searchedText } from '../../platform/database/storable-text.js';
import { runTrial, TrialRefused, type TrialReport, type TrialRequest } from '../../waits/policy-trials.js';
import { findLibraryRules, type LibraryRules } from '../../waits/policy-trials.store.js';
import { listQueues } from '../queues/queue-list.store.js';
import type { TitleQueue } from '../queues/queues.store.js';
import { changesIn, DEFAULT_MOST_WANTED, type WhatIfQuery } from './what-if.requests.js';

/** About two seconds of one processor, shared with other requests. */
export const MAX_HOLDS_ON_PAGE = 1_000_000;
/** A page is given up after this time if the processor is busy. */
const MAX_MILLISECONDS = 8_000;

/** The result, or several titles that match: staff choose one. */
export interface WhatIfAnswer {
  readonly choices?: readonly TitleQueue[];
  readonly report?: TrialReport;
}

/** Beyond this, staff type more of the name. */
const MAX_CHOICES = 20;

/** Tries other rules, one simulation at a time, because other requests wait. */
@Injectable()
export class WhatIfService {
  private isBusy = false;

  constructor(private readonly database: Database) {}

  /** The library's present rules. @throws Refusal `NotFound` */
  async rules(websiteId: number): Promise<LibraryRules> {
    const rules = await findLibraryRules(this.database, websiteId);
    if (rules === undefined) throw refusal('NotFound');
    return rules;
  }

  /** @throws Refusal `InvalidFieldValue`, `MissingField`, `ServiceUnavailable` */
  async answer(websiteId: number, query: WhatIfQuery): Promise<WhatIfAnswer> {
    const { title = '', mostWanted = DEFAULT_MOST_WANTED, days = DEFAULT_DAYS } = query;
    const scenarios = [{ name: 'Changed', changes: changesIn(query) }];
    const trial = { websiteId, titles: { mostWanted }, days, seed: DEFAULT_SEED, scenarios };
    if (title.trim() === '') return this.simulate(trial);
    const id = parseTitleId(title.trim());
    if (id !== undefined && isbnsIn(title).length === 0) return this.simulate({ ...trial, titles: id });
    const [first, ...others] = await this.titlesNamed(websiteId, title);
    if (first === undefined)
      throw refusedField(
        'title',
        'must be in the name, the author or the identifiers of a title with holds.',
      );
    if (others.length > 0) return { choices: [first, ...others] };
    return this.simulate({ ...trial, titles: { kind: 'reserveId', reserveId: first.reserveId } });
  }

  /** Searches by a part of the title, or else of the author, or else by ISBN; longest queues first. */
  private async titlesNamed(websiteId: number, text: string): Promise<readonly TitleQueue[]> {
    const name = searchedText(text.trim());
    for (const filters of [{ title: name }, { creator: name }, { identifier: name }]) {
      const found = await listQueues(this.database, websiteId, 'holds', { filters, limit: MAX_CHOICES });
      if (found.length > 0) return found;
    }
    return [];
  }

  private async simulate(request: TrialRequest): Promise<WhatIfAnswer> {
    if (this.isBusy)
      throw new Refusal(
        'ServiceUnavailable',
        'Something else is being simulated. Try again in a few seconds.',
      );
    this.isBusy = true;
    try {
      const limits = { maxHolds: MAX_HOLDS_ON_PAGE, maxMilliseconds: MAX_MILLISECONDS };
      return { report: await runTrial(this.database, request, limits) };
    } catch (error) {
      throw error instanceof TrialRefused ? refusalOf(error) : error;
    } finally {
      this.isBusy = false;
    }
  }
}

function refusalOf({ reason, message }: TrialRefused): Refusal {
  switch (reason) {
    case 'no-title':
      return refusedField('title', 'must be a title of the library.');
    case 'too-large':
      return new Refusal(
        'InvalidFieldValue',
        'Too many holds would be simulated for a page. Choose fewer titles or days, or use the command holdfast simulate.',
      );
    case 'too-slow':
      return new Refusal('ServiceUnavailable', message);
    case 'no-library':
      return refusal('NotFound');
  }
}
