# Orrery in a container: not as root, with a root that may be read-only, and all data in /data.
#   docker build -t orrery .
#   docker run --rm -p 127.0.0.1:8081:8081 -p 127.0.0.1:10250:10250 orrery

FROM node:22-alpine AS build
WORKDIR /src
COPY . .
# Packing builds. The page of the explorer is part of the package.
RUN npm ci --no-audit --no-fund \
 && mkdir /packed \
 && npm pack --pack-destination /packed ./packages/keys ./packages/orrery

FROM node:22-alpine
COPY --from=build /packed /packed
# The SDK is for the commands query, import, export and repartition.
RUN npm install --global --no-audit --no-fund /packed/*.tgz @azure/cosmos@4 \
 && rm -r /packed /root/.npm \
 && mkdir /data && chown node:node /data
USER node
WORKDIR /data
ENV ORRERY_HOST=0.0.0.0 ORRERY_DATA=/data ORRERY_DIRECT=10250
# The endpoint, http and https alike; and direct mode, which must have the same number outside.
EXPOSE 8081 10250
VOLUME /data
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD ["orrery", "wait", "--timeout", "0"]
# No shell in between: the server gets SIGTERM itself, and ends gracefully.
ENTRYPOINT ["orrery"]
