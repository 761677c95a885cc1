import { DiscoveryService } from '@nestjs/core';
import type { JobHelpers } from 'graphile-worker';
import type { Connection } from '../database/statement.js';

/** What workers do is declared where it is written: workers find the methods of providers that have one of these decorators. */

/** Deletes a limited number of rows whose time is over, or writes some that are due. @returns how many */
export type PeriodicWork = (connection: Connection) => Promise<number>;

/** What a job does. It runs at least once. */
export type JobWork = (payload: never, helpers: JobHelpers) => Promise<void> | void;

export interface DeclaredJob {
  /** As the job is stored. */
  readonly name: string;
  /** While mail is paused, it stays where it is. */
  readonly sendsMail: boolean;
}

export const DeclaredPeriodicTask = DiscoveryService.createDecorator<string>();
export const DeclaredJobTask = DiscoveryService.createDecorator<DeclaredJob>();

type OfMethod<Work> = <Method extends Work>(
  target: object,
  property: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** @param name as the log and the metrics call it */
export function PeriodicTask(name: string): OfMethod<PeriodicWork> {
  return DeclaredPeriodicTask(name);
}

export function JobTask(name: string, { sendsMail }: Omit<DeclaredJob, 'name'>): OfMethod<JobWork> {
  return DeclaredJobTask({ name, sendsMail });
}
