import { readConfig, type Config } from '#app/server/config.ts';
import { explain } from '#app/server/explain.ts';
import { StartupFailure } from '#app/server/startup-failure.ts';
import { toolsText } from '#text/en/tools.ts';

/** A reason not to do what was asked; its message is the whole sentence, and nothing was changed. */
export class Refused extends StartupFailure {}

/** Runs a command with the configuration; a reason that a person can mend ends it with one sentence. */
export async function refusable(command: (config: Config) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env, 'command');
    await command(config).catch((error: unknown) => {
      const sentence = explain(error, config) ?? aboutSchema(error) ?? aboutPath(error);
      throw sentence ? new Refused(sentence) : error;
    });
  } catch (error) {
    if (!(error instanceof StartupFailure) && !isUsage(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
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

/** A file or a folder that was named and is not there, or not this user's. */
function aboutPath(error: unknown): string | undefined {
  const { code, path } = error as { code?: unknown; path?: unknown };
  const isWrong = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR'].includes(String(code));
  return isWrong && typeof path === 'string' ? toolsText.pathUnusable(path, String(code)) : undefined;
}

/** What parseArgs throws for an option it does not know; its own sentence says which. */
const isUsage = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
