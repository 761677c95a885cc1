import { DiscoveryService } from '@nestjs/core';
import type { JobHelpers } from 'graphile-worker';
import type { Connection } from '../database/statement.js';

/** What workers do is declared where it is written: workers find the methods of providers that have one of these decorators. */

/** Deletes a limited number of expired rows, or writes some that are due. @returns how many */
export type PeriodicWork = (connection: Connection) => Promise<number>;

/** The work of a job. It runs at least once. */
export type JobWork = (payload: never, helpers: JobHelpers) => Promise<void> | void;

export interface DeclaredJob {
  /** The stored name of the job. */
  readonly name: string;
  /** Such jobs wait while mail is paused. */
  readonly sendsMail: boolean;
}

export const DeclaredPeriodicTask = DiscoveryService.createDecorator<string>();
export const DeclaredJobTask = DiscoveryService.createDecorator<DeclaredJob>();

type OfMethod<Work> = <Method extends Work>(
  target: object,
  property: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** @param name its name in the log and the metrics */
export function PeriodicTask(name: string): OfMethod<PeriodicWork> {
  return DeclaredPeriodicTask(name);
}

export function JobTask(name: string, { sendsMail }: Omit<DeclaredJob, 'name'>): OfMethod<JobWork> {
  return DeclaredJobTask({ name, sendsMail });
}
