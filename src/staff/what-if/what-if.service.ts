import { HttpStatus, Injectable } from '@nestjs/common';
import { runTrial, TrialRefused, type TrialReport, type TrialRequest } from '../../waits/policy-trials.js';
import { findLibraryRules, type LibraryRules } from '../../waits/policy-trials.store.js';
import { Database } from '../../platform/database/database.js';
import { searchedText } from '../../platform/database/storable-text.js';
import { listQueues } from '../queues/queue-list.store.js';
import type { TitleQueue } from '../queues/queues.store.js';
import { isTitleId, requestOf, type WhatIfProblems } from './what-if-form.js';
import type { WhatIfTyped } from './what-if.requests.js';

/** About two seconds of one processor, shared with other requests. */
export const MAX_HOLDS_ON_PAGE = 1_000_000;
/** A page is given up after this time if the processor is busy. */
const MAX_MILLISECONDS = 8_000;

/** The result of a form. */
export interface WhatIfAnswer {
  readonly status: HttpStatus;
  readonly problems?: WhatIfProblems;
  /** Several titles match: staff choose one. */
  readonly choices?: readonly TitleQueue[];
  readonly report?: TrialReport;
}

/** Beyond this, staff type more of the name. */
const MAX_CHOICES = 20;

/** Runs what staff have typed, one simulation at a time, because other requests wait. */
@Injectable()
export class WhatIfService {
  private isBusy = false;

  constructor(private readonly database: Database) {}

  /** The library's present rules. */
  rules(websiteId: number): Promise<LibraryRules | undefined> {
    return findLibraryRules(this.database, websiteId);
  }

  async answer(websiteId: number, typed: WhatIfTyped): Promise<WhatIfAnswer> {
    const { title } = typed;
    if (title === undefined || isTitleId(title)) return this.simulate(requestOf(websiteId, typed));
    const [first, ...others] = await this.titlesNamed(websiteId, title);
    if (first === undefined)
      return refusedTitle('No title with holds has this in its name, its author or its identifiers.');
    if (others.length > 0) return { status: HttpStatus.OK, choices: [first, ...others] };
    return this.simulate(requestOf(websiteId, { ...typed, title: first.reserveId }));
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

  private async simulate(request: TrialRequest | WhatIfProblems): Promise<WhatIfAnswer> {
    if (!('titles' in request)) return { status: HttpStatus.UNPROCESSABLE_ENTITY, problems: request };
    if (this.isBusy)
      return problem(
        HttpStatus.SERVICE_UNAVAILABLE,
        'Something else is being simulated. Try again in a few seconds.',
      );
    this.isBusy = true;
    try {
      const limits = { maxHolds: MAX_HOLDS_ON_PAGE, maxMilliseconds: MAX_MILLISECONDS };
      return { status: HttpStatus.OK, report: await runTrial(this.database, request, limits) };
    } catch (error) {
      if (error instanceof TrialRefused) return refusalOf(error);
      throw error;
    } finally {
      this.isBusy = false;
    }
  }
}

function refusalOf({ reason, message }: TrialRefused): WhatIfAnswer {
  const status = HttpStatus.UNPROCESSABLE_ENTITY;
  switch (reason) {
    case 'no-title':
      return refusedTitle(message);
    case 'too-large':
      return problem(
        status,
        'Too many holds would be simulated for a page. Choose fewer titles or days, or use the command holdfast simulate.',
      );
    case 'too-slow':
      return problem(HttpStatus.SERVICE_UNAVAILABLE, message);
    case 'no-library':
      return problem(status, message);
  }
}

function refusedTitle(message: string): WhatIfAnswer {
  return { status: HttpStatus.UNPROCESSABLE_ENTITY, problems: new Map([['title', message]]) };
}

function problem(status: HttpStatus, text: string): WhatIfAnswer {
  return { status, problems: new Map([['show', text]]) };
}
