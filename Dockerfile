# The Quincunx server as a container image; docs/operations.md says how to run it.
#
#     docker build --tag quincunx .
#
# BASE can be any image of Debian or Ubuntu with Python 3.11 or later and its venv module.
ARG BASE=python:3.13-slim-bookworm

FROM ${BASE} AS builder
# Debian's own Python has its headers in a package apart; the official Python images have them already.
RUN headers=$(python3 -c "import os, sysconfig; print('' if os.path.exists(sysconfig.get_path('include') + '/Python.h') else 'python3-dev')") \
    && apt-get update \
    && apt-get install --yes --no-install-recommends g++ $headers \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src

# Dependencies first: this layer stays in the cache until a lock file changes. A build that needs another
# package index passes its pip configuration as a secret (--secret id=pip,src=pip.conf); no layer keeps it.
COPY requirements/build.txt requirements/server.txt requirements/
RUN --mount=type=secret,id=pip,target=/etc/pip.conf \
    python3 -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --only-binary=:all: --require-hashes -r requirements/build.txt \
    && python3 -m venv /opt/quincunx \
    && /opt/quincunx/bin/pip install --no-cache-dir --only-binary=:all: --require-hashes -r requirements/server.txt

COPY . .
RUN PATH="/opt/build/bin:$PATH" pip wheel --no-cache-dir --no-index --no-deps --no-build-isolation --wheel-dir /dist . \
    && /opt/quincunx/bin/pip install --no-cache-dir --no-index --no-deps /dist/*.whl \
    && /opt/quincunx/bin/pip uninstall --yes --quiet pip

FROM ${BASE}
LABEL org.opencontainers.image.title="Quincunx" \
      org.opencontainers.image.description="Web server for five classic grid games" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10001 quincunx \
    && useradd --uid 10001 --gid quincunx --home-dir /data --no-create-home --shell /usr/sbin/nologin quincunx \
    && install --directory --owner quincunx --group quincunx --mode 0700 /data
COPY --from=builder /opt/quincunx /opt/quincunx
ENV PATH="/opt/quincunx/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    QUINCUNX_SERVER_DATABASE=sqlite:////data/quincunx.sqlite \
    QUINCUNX_SERVER_HOST=0.0.0.0 \
    QUINCUNX_SERVER_OPEN=false \
    QUINCUNX_SERVER_PORT=8765
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8765
# Plain http.client, because urllib would follow a proxy that the environment names.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python3", "-c", "import http.client, os, sys; c = http.client.HTTPConnection('127.0.0.1', int(os.environ['QUINCUNX_SERVER_PORT']), timeout=4); c.request('GET', '/healthz'); sys.exit(c.getresponse().status != 200)"]
ENTRYPOINT ["quincunx"]
CMD ["serve"]
