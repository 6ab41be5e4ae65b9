/** Structured logs without personal data: names of endpoints, never paths with numbers in them, bodies or queries. */
import { hostname } from 'node:os';
import { pino } from 'pino';
import type { Logger } from '#kernel/server/operation/log.ts';
import { openDailyLog } from './daily-log.ts';
import { type LineWriter, openLineWriter } from './line-writer.ts';

/**
 * `to`: a file, or `stdout`. `ids`: the trace of a record, with tracing. Records of several servers are merged, so
 * each has machine, process and version.
 */
export const openLog = (
  to: string,
  {
    ids,
    version,
    days,
  }: {
    ids?: (() => object) | undefined;
    version?: string | undefined;
    /** Folder of the daily copy and its retention in days. */
    days?: { folder: string; days: number } | undefined;
  } = {},
): Logger =>
  pino(
    {
      level: 'info',
      base: { host: hostname(), pid: process.pid, ...(version && { version }) },
      formatters: { level: (name) => ({ level: name }) },
      ...(ids && { mixin: ids }),
      redact: { paths: ['req', 'res', '*.password', '*.token', '*.mobile', '*.email'], remove: true },
      serializers: {
        // A database error contains row data; only its kind and constraint are logged.
        err: (error: Error & { code?: string; constraint?: string }) => ({
          name: error.name,
          code: error.code,
          constraint: error.constraint,
          message: error.code ? undefined : error.message,
          stack: error.stack?.split('\n').slice(1, 12).join('\n'),
        }),
      },
    },
    days ? combineWriters(openLineWriter(to), openDailyLog(days)) : openLineWriter(to),
  );

const combineWriters = (...writers: readonly Pick<LineWriter, 'write'>[]): Pick<LineWriter, 'write'> => ({
  write(line) {
    for (const writer of writers) writer.write(line);
  },
});

/** For records built from our code only, without redaction. */
export const plainLines = (log: Logger): Logger => log.child({}, { redact: [] });
