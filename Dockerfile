# syntax=docker/dockerfile:1

# Install scripts run in no stage: nothing is downloaded but registry packages. Optional packages are left out, for they
# are the embedded PostgreSQL: an image works on the server that DATABASE_URL names.
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
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
# Where notices go as files while there is no mail server (SMTP_URL).
RUN install --directory --owner=node --group=node /data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json openapi.json ./
COPY prisma/migrations prisma/migrations
COPY data data
COPY --from=build /app/dist dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=384", "--max-semi-space-size=8", "dist/main.js", "serve"]
