# docker build -t scorekeeper .
# docker run -p 5000:5000 -v scorekeeper:/data scorekeeper
FROM python:3.11-slim
WORKDIR /build
COPY pyproject.toml .constraints.txt README.md LICENSE ./
COPY scorekeeper scorekeeper
COPY templates templates
COPY static static
RUN python -m pip install --no-cache-dir --disable-pip-version-check --constraint .constraints.txt .
RUN useradd --system scorekeeper && install -d -m 700 -o scorekeeper /data
WORKDIR /data
USER scorekeeper
ENV SCOREKEEPER_INSTANCE=/data SCOREKEEPER_LOG=json
VOLUME /data
EXPOSE 5000
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:5000/ready', timeout=5)"]
CMD ["scorekeeper", "run", "--host", "0.0.0.0"]
