# docs/operations.md. Nothing runs at installation; the image has the built product, its production dependencies, and no compiler.
# By digest in compose.yaml.
ARG NODE_IMAGE=node:22.20.0-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The program and the packages that it loads, without those of the console, of tests and of the build.
RUN npm run build && node scripts/bundle.mjs --tree /program

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data FIRST_PASSWORDS=file LOG_FORMAT=json
COPY --from=build /program ./
RUN mkdir /data /backup && chown node:node /data /backup
USER node
VOLUME ["/data", "/backup"]
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals reach the server.
CMD ["node", "dist/server/supervisor.js"]
