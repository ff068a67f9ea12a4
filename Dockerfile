# A node of Purser for a PostgreSQL that is served: docs/guides/deploying.md.
# node tools/pin-images.ts adds the digest of one exact image; --build-arg NODE_IMAGE=name:tag@sha256:... names another one.
ARG NODE_IMAGE=node:26.10.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json ./dashboard/package.json
COPY tools/runtime/package.json ./tools/runtime/package.json
COPY clients/typescript/package.json ./clients/typescript/package.json
COPY src/fill/package.json ./src/fill/package.json
COPY src/domain/merchant-match/package.json ./src/domain/merchant-match/package.json
COPY examples/company/package.json ./examples/company/package.json
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY tools/build.ts ./tools/build.ts
COPY tools/path.sh ./tools/path.sh
COPY tools/runtime ./tools/runtime
COPY src ./src
COPY examples/company ./examples/company
COPY examples/demo ./examples/demo
COPY examples/policies ./examples/policies
COPY clients/typescript/src ./clients/typescript/src
COPY dashboard ./dashboard
RUN npm run prepack

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# The workspaces are tools and pages of the checkout: nothing that runs depends on one.
# Optional is the embedded PostgreSQL alone. It keeps data on the node's own disk, and a container has none.
RUN npm ci --ignore-scripts --workspaces=false --omit=dev --omit=optional

FROM ${NODE_IMAGE}
WORKDIR /app
# All of it belongs to root, and the process to somebody else: it can change nothing of itself.
COPY --from=dependencies /build/node_modules ./node_modules
# What Purser calls Stripe by: optional beside it, loaded where PURSER_STRIPE_KEY is set. It needs no other package.
COPY --from=build /build/node_modules/stripe ./node_modules/stripe
COPY --from=build /build/dist ./dist
COPY package.json LICENSE ./
COPY bin ./bin
COPY migrations ./migrations
COPY examples/recorded.json ./examples/recorded.json
COPY examples/policies ./examples/policies
COPY purser.schema.json ./
COPY --from=build /build/dashboard/dist ./dashboard/dist

# HOST: inside, the container's own network is all there is. Whether TLS stands in front, the operator says.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8420
EXPOSE 8420
# A number, so that an orchestrator sees that it is not root.
USER 10001:10001
STOPSIGNAL SIGTERM
# /healthz, not /readyz: a database that is away is no reason to end a node, which comes back with it.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-sigusr1", "--max-semi-space-size=64", "/app/bin/purser.js"]
CMD ["start"]
