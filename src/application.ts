import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { HealthPort } from './http/health/health-port.js';
import { limitBodyTime } from './http/fields/request-body.js';
import { setSafetyHeaders } from './http/server/base-headers.js';
import { requirePlainHttp } from './http/server/plain-http.js';
import { limitAddresses } from './http/limits/address-limit.js';
import { RequestLimits } from './http/limits/request-limits.js';
import { etagOf, keepETagsToReads } from './http/answers/etags.js';
import { JsonAdapter } from './http/answers/json-adapter.js';
import { closeAfterUnreadBodies } from './http/server/final-answer.js';
import type { Config } from './platform/settings/config.js';
import type { Database } from './platform/database/database.js';
import { LiveSettings } from './platform/settings/live-settings.js';
import { setLogLevel, startLog } from './platform/observability/logging.module.js';
import { Metrics } from './platform/observability/metrics.js';
import { identifyRequest } from './platform/observability/request-id.js';
import { observeRequests } from './platform/observability/observed-requests.js';
import { activeTracing } from './platform/observability/tracing.js';
import { pathPrefix } from './staff/addresses/sign-in-addresses.js';

/** Creates the service, ready to listen; production and tests both use it. Closing it also closes the database. */
export async function createApplication(config: Config, database: Database): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.of(config, database),
    new JsonAdapter(exactRouter(), config),
    {
      // Handlers read the body themselves, after the guards.
      bodyParser: false,
      abortOnError: false,
      logger: startLog(),
    },
  );
  app.use(identifyRequest);
  app.use(setSafetyHeaders);
  const tracing = activeTracing();
  if (tracing !== undefined) app.use(tracing.traceRequest);
  app.use(observeRequests(app.get(Metrics)));
  app.use(limitAddresses(app.get(RequestLimits)));
  app.use(requirePlainHttp);
  app.use(keepETagsToReads);
  app.disable('x-powered-by');
  app.setLocal('pathPrefix', pathPrefix(config.publicUrl));
  app.set('query parser', 'simple');
  app.set('etag', etagOf);
  followSettings(app);
  limitBodyTime(app, config.requestTimeoutSeconds);
  app.get(HealthPort).answerWith(app.getHttpAdapter().getInstance());
  await app.init();
  app.useLogger(app.get(Logger));
  return app;
}

/** Applies the settings that Express and the log have a copy of, now and whenever they change. */
function followSettings(app: NestExpressApplication): void {
  const settings = app.get(LiveSettings);
  app.set('trust proxy', settings.current.trustedProxies);
  settings.onChange(({ trustedProxies, logLevel }) => {
    app.set('trust proxy', trustedProxies);
    setLogLevel(logLevel);
  });
}

/** Paths are case-sensitive, because caches and filters on the way compare them so. */
function exactRouter(): express.Express {
  const instance = express();
  // The router reads this setting when it is created, which Nest does before anything else.
  instance.set('case sensitive routing', true);
  closeAfterUnreadBodies(instance);
  return instance;
}
