import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { refusal } from '../../domain/errors.js';
import { routesOf } from '../routes/routes.js';
import { ProtectedServer } from '../server/protected-server.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import type { Config } from '../../platform/settings/config.js';
import { HealthController } from './health.controller.js';

/** Enough for probes and Prometheus, and separate from the public port: a flood there does not affect them. */
const MAX_CONNECTIONS = 100;

const ADDRESSES = routesOf(HealthController).map(({ path }) => path);

function isOfHealth(path: string): boolean {
  return ADDRESSES.includes(path.replace(/(?<=.)\/$/, ''));
}

/** The port for health and metrics, if they have their own: it serves nothing else, and no other port serves them. */
@Injectable()
export class HealthPort {
  readonly isSeparate: boolean;
  private readonly requests = new WeakSet<IncomingMessage>();
  private server: ProtectedServer | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    this.isSeparate = config.metricsListener !== undefined;
  }

  /** Middleware that answers 404 to requests at the wrong port, if there are two. */
  readonly keepApart = (request: Request, _: Response, next: NextFunction): void => {
    if (this.requests.has(request) === isOfHealth(request.path)) next();
    else next(refusal('NotFound'));
  };

  /** @param service answers the requests of both ports */
  answerWith(service: RequestListener): void {
    if (!this.isSeparate) return;
    const limits = { ...this.config, maxConnections: MAX_CONNECTIONS };
    this.server = new ProtectedServer(limits, (request, response) => {
      this.requests.add(request);
      service(request, response);
    });
  }

  /** @throws the system's error if the port cannot be opened */
  async listen(port: number, host: string): Promise<void> {
    if (this.server === undefined) return;
    this.server.listen(port, host);
    await once(this.server, 'listening');
  }

  /** The address where it listens; undefined if it does not. */
  get url(): string | undefined {
    const address = this.server?.address();
    if (typeof address !== 'object' || address === null) return undefined;
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}`;
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
