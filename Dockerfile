# The image of the service, and of its commands: `cli`.

# Debian 13 has support until 2028-08-09 (https://www.debian.org/releases/): `npm run check:advisories` fails after it.
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The service needs no install scripts of packages.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY dev/supply-chain ./dev/supply-chain
RUN npm run --silent sbom >sbom.cdx.json
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY dev/generate.mjs ./dev/
COPY web ./web
COPY src ./src
RUN npm run build \
  && npm run generate -- notices \
  && find dist \( -name '*.map' -o -name '.tsbuildinfo' -o -name '*.d.ts' \) -delete \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  # An optional peer of i18next, which npm keeps.
  && rm -r node_modules/typescript

# The root file system of the image: Node.js with its CA certificates, the libraries that it and native packages load, and a user.
# `/var/lib/dpkg/status` names the Debian packages of these libraries for scanners.
FROM build AS system
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
WORKDIR /system
# `cli` has the heap options of dev/service.ts. The first line of a script holds only one.
RUN find /app/node_modules -name '*.node' -exec ldd /usr/local/bin/node {} + \
    | grep --only-matching '/[^ ]*\.so[^ ]*' | sort --unique >/tmp/libraries \
  && xargs cp --parents --dereference --target-directory=. /usr/local/bin/node /etc/os-release </tmp/libraries \
  && printf '#!/usr/local/bin/node --max-semi-space-size=16\nrequire("node:v8").setFlagsFromString("--heap-growing-percent=80");\nrequire("node:module").enableCompileCache("/app/compiled");\nrequire("/app/dist/cli/main.js");\n' >usr/local/bin/cli \
  && chmod 755 usr/local/bin/cli \
  && mkdir --parents etc var/lib/dpkg \
  && mkdir --mode=1777 tmp \
  # libc6 diverts its loader, and the search says so in lines that name no package.
  && sed 's|.*/|*/|' /tmp/libraries | xargs dpkg-query --search | grep --invert-match '^diversion by ' \
    | cut --delimiter=: --fields=1 | sort --unique >/tmp/packages \
  && xargs dpkg-query --status </tmp/packages >var/lib/dpkg/status \
  # Their licences, and that of Node.js.
  && { sed 's|.*|/usr/share/doc/&/copyright|' /tmp/packages; find /usr/local -maxdepth 1 -name LICENSE; } \
    | xargs cp --parents --dereference --target-directory=. \
  && echo 'nonroot:x:65532:65532:nonroot:/nonexistent:/usr/sbin/nologin' >etc/passwd \
  && echo 'nonroot:x:65532:' >etc/group \
  && echo 'hosts: files dns' >etc/nsswitch.conf

# The compiled code of the command line, as its user has it: a command starts in two thirds of the time. No server is there to connect to.
ENV DATABASE_URL=postgres://127.0.0.1:1/none ELASTICSEARCH_URL=http://127.0.0.1:1
RUN install --directory --owner=65532 /app/compiled \
  && as_user() { setpriv --reuid=65532 --regid=65532 --clear-groups /system/usr/local/bin/cli "$@"; } \
  && for command in migrate seed import export recount places sources clients users tokens audit doctor; do \
    as_user "$command" --help >/dev/null || exit 1; done \
  && { as_user index status || true; } 2>/dev/null \
  && test -n "$(ls /app/compiled)" \
  && chmod --recursive a+rX /app/compiled

# No shell, no package manager.
FROM scratch
# The version of package.json, which `npm version` writes, and the commit: `--build-arg SOURCE_COMMIT=$(git rev-parse HEAD)`.
ARG VERSION=0.1.0
ARG SOURCE_COMMIT
LABEL org.opencontainers.image.title="Place directory" \
  org.opencontainers.image.version=$VERSION \
  org.opencontainers.image.revision=$SOURCE_COMMIT \
  org.opencontainers.image.licenses="LicenseRef-Proprietary"
ENV SOURCE_COMMIT=$SOURCE_COMMIT
# The service is reached from outside the container, with any NODE_ENV. It needs DATABASE_URL, ELASTICSEARCH_URL and PUBLIC_URL.
ENV NODE_ENV=production LISTEN_ADDRESS=all PATH=/usr/local/bin
COPY --from=system /system /
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=system /app/compiled ./compiled
COPY --from=build /app/sbom.cdx.json /app/THIRD-PARTY-NOTICES.txt ./
COPY package.json ./
# The user `nonroot`. As a number, so that Kubernetes can check that it is not root.
USER 65532:65532
EXPOSE 3000
# Whether the process responds: a restart does not help one that cannot reach PostgreSQL.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "dist/observability/health-check.js"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=80", "--import", "./dist/observability/traces/register.mjs", "dist/main.js"]
