import { readConfig, type Config } from '#app/server/config.ts';
import { explain } from '#app/server/explain.ts';
import { lastWords } from '#app/server/last-words.ts';
import { StartupFailure } from '#app/server/startup-failure.ts';
import { startupText } from '#text/en/startup.ts';
import { toolsText } from '#text/en/tools.ts';

/** A reason not to do what was asked; its message is the whole sentence, and nothing was changed. */
export class Refused extends StartupFailure {}

/** Runs a command with the configuration; a reason that a person can mend ends it with one sentence. */
export async function refusable(command: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | undefined;
  const end = (error: unknown): void => {
    process.exitCode = 1;
    console.error(sentenceOf(error, config));
  };
  // A stream or a connection that fails while nothing waits for it.
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

/** Arguments that are read before the configuration; one that is unknown ends the command with its sentence. */
export function usage<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!isUsage(error)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** What parseArgs throws for an option it does not know; its own sentence says which. */
const isUsage = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
