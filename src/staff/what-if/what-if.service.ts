import { HttpStatus, Injectable } from '@nestjs/common';
import { runTrial, TrialRefused, type TrialReport } from '../../waits/policy-trials.js';
import { findLibraryRules, type LibraryRules } from '../../waits/policy-trials.store.js';
import { Database } from '../../platform/database/database.js';
import { requestOf, type WhatIfProblems } from './what-if-form.js';
import type { WhatIfTyped } from './what-if.requests.js';

/** About two seconds of one processor, of which other requests get their share. */
export const MAX_HOLDS_ON_PAGE = 1_000_000;
/** Where the processor is busy, a page is given up after so long. */
const MAX_MILLISECONDS = 8_000;

/** What comes of what was typed. */
export interface WhatIfAnswer {
  readonly status: HttpStatus;
  readonly problems?: WhatIfProblems;
  readonly report?: TrialReport;
}

/** Simulates what a member of staff has typed: one thing at a time, because others wait for the process. */
@Injectable()
export class WhatIfService {
  private isBusy = false;

  constructor(private readonly database: Database) {}

  /** The rules of the library as they are. */
  rules(websiteId: number): Promise<LibraryRules | undefined> {
    return findLibraryRules(this.database, websiteId);
  }

  async answer(websiteId: number, typed: WhatIfTyped): Promise<WhatIfAnswer> {
    const request = requestOf(websiteId, typed);
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
      return { status, problems: new Map([['title', message]]) };
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

function problem(status: HttpStatus, text: string): WhatIfAnswer {
  return { status, problems: new Map([['show', text]]) };
}
