# By its digest: the same build gets the same base. Renovate proposes the next one.
ARG NODE_IMAGE=node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1

# No stage runs install scripts, so nothing is downloaded except registry packages. The optional packages contain the
# embedded PostgreSQL. The image does not need them: it uses the server at DATABASE_URL.
# Both stages make files without code for a processor: an image for another one is built at the speed of this one.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# With the optional packages: the compiler of esbuild, which bundles the pages for browsers, is one.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY nest-cli.json tsconfig.json prisma.config.ts ./
COPY scripts/build.mjs scripts/bundle.mjs scripts/
COPY prisma prisma
COPY src src
RUN npm run build && find dist \( -name '*.map' -o -name '.tsbuildinfo' \) -delete && chmod +x dist/main.js

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ARG VERSION=unknown
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="Holdfast" \
  org.opencontainers.image.description="Patron holds on digital library titles" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${COMMIT}"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9464 SHUTDOWN_DELAY_SECONDS=5 DATA_DIR=/data
WORKDIR /app
# Notices are written to /data as files if there is no mail server (SMTP_URL).
RUN install --directory --owner=node --group=node /data && ln -s /app/dist/main.js /usr/local/bin/holdfast
COPY --from=dependencies /app/node_modules node_modules
COPY package.json openapi.json deploy/health-check.sh ./
COPY prisma/migrations prisma/migrations
COPY data data
COPY --from=build /app/dist dist
RUN echo "${COMMIT}" > commit
USER node
EXPOSE 8080 9464
# No Node: that would take a second of a processor each time.
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s --retries=3 CMD ["bash", "/app/health-check.sh"]
CMD ["holdfast", "serve"]
