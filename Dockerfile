# The image of the service, and of its commands: `node dist/cli/main.js`.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The service needs no install scripts of packages.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY web ./web
COPY src ./src
RUN npm run build \
  && find dist \( -name '*.map' -o -name '.tsbuildinfo' -o -name '*.d.ts' \) -delete \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
# The user `node` of the base image. As a number, so that Kubernetes can check that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "dist/health-check.js"]
CMD ["node", "--max-semi-space-size=8", "--import", "./dist/observability/traces/register.mjs", "dist/main.js"]
