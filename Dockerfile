# syntax=docker/dockerfile:1

# No stage runs install scripts, so nothing is downloaded except registry packages. The optional packages contain the
# embedded PostgreSQL. The image does not need them: it uses the server at DATABASE_URL.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --omit=optional --no-audit --no-fund
COPY nest-cli.json tsconfig.json ./
COPY scripts/generate.mjs scripts/generate.mjs
COPY prisma prisma
COPY src src
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9464 SHUTDOWN_DELAY_SECONDS=5 DATA_DIR=/data
WORKDIR /app
# Notices are written here as files if there is no mail server (SMTP_URL).
RUN install --directory --owner=node --group=node /data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json openapi.json ./
COPY prisma/migrations prisma/migrations
COPY data data
COPY --from=build /app/dist dist
USER node
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.METRICS_PORT || 9464) + '/health/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=384", "--max-semi-space-size=8", "dist/main.js", "serve"]
