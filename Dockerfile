# The image of the service, and of its commands: `node dist/cli/main.js`.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The service needs no install scripts of packages.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY dev/supply-chain/shipped-packages.mjs ./dev/supply-chain/
RUN npm run --silent sbom >sbom.cdx.json
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY web ./web
COPY src ./src
RUN npm run build \
  && find dist \( -name '*.map' -o -name '.tsbuildinfo' -o -name '*.d.ts' \) -delete \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

# Node.js and the libraries that it needs: no shell, no package manager.
FROM gcr.io/distroless/nodejs24-debian13:nonroot
ENV NODE_ENV=production PATH=/nodejs/bin
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/sbom.cdx.json ./
COPY package.json ./
# The user `nonroot` of the base image. As a number, so that Kubernetes can check that it is not root.
USER 65532:65532
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "dist/health-check.js"]
# The base image has the entry point `node`. Without it, a command is the same here, in compose and in Kubernetes.
ENTRYPOINT []
CMD ["node", "--max-semi-space-size=8", "--import", "./dist/observability/traces/register.mjs", "dist/main.js"]
