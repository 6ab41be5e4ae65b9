/** OpenTelemetry traces, sent to a collector by OTLP/HTTP. Loaded only with TRACES_URL. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { startupText } from '#text/en/program/startup.ts';
import type { Span, Traces } from './traces.ts';
import { within } from './within.ts';

const TELL_MS = 60_000;
const STOPPING_MS = 2000;
const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, part: SpanKind.INTERNAL };

/** Such as http://collector:4318?share=0.1, optionally with user and password. */
function collectorAt(tracesUrl: string): { url: string; share: number; headers: Record<string, string> } {
  const url = new URL(tracesUrl);
  const share = Number(url.searchParams.get('share') ?? 1);
  const { username, password } = url;
  const word = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = username ? { Authorization: `Basic ${Buffer.from(word).toString('base64')}` } : undefined;
  Object.assign(url, { username: '', password: '', search: '' });
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return { url: url.href, share, headers: headers ?? {} };
}

/** An unreachable collector loses traces only; logged once per minute. */
function lossesTo(say: (line: string) => void): () => void {
  let toldAt = -Infinity;
  return () => {
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    say(startupText.tracesLost);
  };
}

/** `say`: where a person reads that traces are lost. */
export function openTraces(o: { tracesUrl: string; version: string; say: (line: string) => void }): Traces {
  const { share, ...collector } = collectorAt(o.tracesUrl);
  const lost = lossesTo(o.say);
  setGlobalErrorHandler(lost);
  const some = new TraceIdRatioBasedSampler(share);
  const provider = new TracerProvider({
    // An external caller may opt out of tracing, and cannot exceed our sample rate.
    sampler: new ParentBasedSampler({ root: some, remoteParentSampled: some }),
    resource: resourceFromAttributes({
      'service.name': 'recoup',
      'service.version': o.version,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(collector) })],
  });
  const tracer = provider.getTracer('recoup');
  const here = new AsyncLocalStorage<Context>();
  /** Only a parent of one header is one. */
  const contextOf = (parent: string | string[] | undefined): Context => {
    const from = typeof parent === 'string' ? parseTraceParent(parent) : null;
    return from ? trace.setSpanContext(ROOT_CONTEXT, { ...from, isRemote: true }) : ROOT_CONTEXT;
  };
  return {
    begin(kind, name, attributes, parent): Span {
      const above = kind === 'part' ? (here.getStore() ?? ROOT_CONTEXT) : contextOf(parent);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above);
      const inner = trace.setSpan(above, span);
      return {
        inside: (work) => here.run(inner, work),
        end(facts, isFailed) {
          if (facts) span.setAttributes(facts);
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    isUnderWay: () => here.getStore() !== undefined,
    ids() {
      const now = here.getStore();
      const span = now && trace.getSpanContext(now);
      return span ? { traceId: span.traceId, spanId: span.spanId } : {};
    },
    stop: async () => void (await within(STOPPING_MS, provider.shutdown().catch(lost))),
  };
}
