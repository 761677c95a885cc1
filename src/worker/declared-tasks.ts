import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { Task } from 'graphile-worker';
import { declaredPurges } from '../platform/database/purge.js';
import {
  type DeclaredJob,
  DeclaredJobTask,
  DeclaredPeriodicTask,
  type PeriodicWork,
} from '../platform/jobs/task.decorators.js';

type Declaration = typeof DeclaredJobTask | typeof DeclaredPeriodicTask;

/** The tasks that the process's providers declare by `@PeriodicTask()` and `@JobTask()`. */
@Injectable()
export class DeclaredTasks {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly methods: MetadataScanner,
  ) {}

  periodic(): Record<string, PeriodicWork> {
    const tasks = this.find<string, PeriodicWork>(DeclaredPeriodicTask);
    return { ...declaredPurges, ...Object.fromEntries(tasks) };
  }

  jobs(): [job: DeclaredJob, task: Task][] {
    return this.find(DeclaredJobTask);
  }

  private find<Declared, Work>(declaration: Declaration): [Declared, Work][] {
    return this.discovery.getProviders().flatMap((provider) => {
      const instance = provider.instance as Readonly<Record<string, unknown>> | null;
      if (typeof instance !== 'object' || instance === null) return [];
      const names = this.methods.getAllMethodNames(Object.getPrototypeOf(instance) as object | null);
      return names.flatMap((name): [Declared, Work][] => {
        const declared = this.discovery.getMetadataByDecorator(declaration, provider, name) as Declared;
        const method = instance[name] as (...given: unknown[]) => unknown;
        return declared === undefined ? [] : [[declared, method.bind(instance) as Work]];
      });
    });
  }
}
