import { readConfig, type Config } from '#app/server/config.ts';
import { explain } from '#app/server/explain.ts';
import { lastWords } from '#app/server/last-words.ts';
import { StartupFailure } from '#app/server/startup-failure.ts';
import { startupText } from '#text/en/program/startup.ts';
import { toolsText } from '#text/en/program/tools.ts';

/** A rejected command; its message is complete, and nothing was changed. */
export class Refused extends StartupFailure {}

/** Runs a command with the configuration; a fixable error is shown as one sentence. */
export async function refusable(command: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | undefined;
  const end = (error: unknown): void => {
    process.exitCode = 1;
    console.error(sentenceOf(error, config));
  };
  // An error of an unawaited stream or connection.
  process.on('uncaughtException', (error) => {
    end(error);
    process.exit();
  });
  try {
    config = readConfig(process.env, 'command');
    await command(config);
  } catch (error) {
    end(error);
  }
}

export function sentenceOf(error: unknown, config: Config | undefined): string {
  if (isUsage(error)) return error.message;
  const known = config && explain(error, config);
  if (known) return known;
  if (error instanceof StartupFailure) return error.message;
  return aboutSchema(error) ?? lastWords(error, undefined, startupText.commandBroke);
}

/** A table or a column that this version has and the database lacks. */
function aboutSchema(error: unknown): string | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (!['42P01', '42703', '42883', '3F000'].includes(String(code))) return undefined;
  return toolsText.schemaBehind(String(message).split('\n')[0] ?? '');
}

/** Parses arguments before the configuration; an unknown one exits with its message. */
export function usage<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!isUsage(error)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Error of parseArgs for an unknown option; its message names it. */
const isUsage = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
