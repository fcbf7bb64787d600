# One image for every program: `node apps/indexer/dist/main.js`, `node apps/api/dist/main.js`,
# `node apps/indexer/dist/migrate.js` (migrate), `node apps/audit/dist/main.js`, `node apps/cli/dist/main.js` (chaintrail). PostgreSQL is a service of its own;
# see docker-compose.yml.

# By digest, of the list for all machines. `docker buildx imagetools inspect node:24-bookworm-slim` names that of today.
ARG NODE_IMAGE=node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.base.json tsconfig.json ./
COPY packages packages
COPY apps apps
# No dependency needs its install script, here or when running.
RUN npm ci --ignore-scripts
RUN npx --no-install tsc -b apps/cli apps/web packages/db && npm run build -w apps/web

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
# Optional packages are the embedded PostgreSQL, DuckDB (exports) and the compiler.
RUN npm ci --omit=dev --omit=optional --ignore-scripts \
 && find packages apps \( -name src -o -name test \) -type d -prune -exec rm -rf {} + \
 && rm -rf apps/standalone apps/bench packages/devnet packages/testkit packages/embedded-postgres \
 && find node_modules/@chaintrail -xtype l -delete

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app ./
COPY migrations migrations
COPY scripts/with-secrets.sh scripts/with-secrets.sh
USER node
EXPOSE 3000
ENTRYPOINT ["/app/scripts/with-secrets.sh"]
CMD ["node", "--enable-source-maps", "apps/api/dist/main.js"]
