import * as z from 'zod/mini';

/** JSON text as what it says, for a codec whose other side checks it. */
export function decodeJson(words: string, context: z.core.ParsePayload): never {
  try {
    return JSON.parse(words) as never;
  } catch {
    context.issues.push({ code: 'invalid_format', format: 'json', input: words });
    return z.NEVER;
  }
}
