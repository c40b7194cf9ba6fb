# The laboratory in a container: docker compose up --build
# Games, visitors and compiled kernels are in the volume /data.
FROM python:3.13-slim AS wheel
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
RUN useradd --uid 10001 --create-home --home-dir /data enraya
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir /wheels/*.whl && rm -r /wheels
USER 10001
WORKDIR /data
ENV ENRAYA_CACHE_DIR=/data/cache
VOLUME /data
EXPOSE 8000
# The first start compiles the kernels, which takes some minutes.
HEALTHCHECK --interval=30s --timeout=10s --start-period=15m \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/api/information')"]
ENTRYPOINT ["enraya"]
CMD ["serve", "--host", "0.0.0.0", "--store", "/data/laboratory"]
