import * as z from 'zod/mini';

/** Parses JSON text, for a codec that validates the result. */
export function decodeJson(words: string, context: z.core.ParsePayload): never {
  try {
    return JSON.parse(words) as never;
  } catch {
    context.issues.push({ code: 'invalid_format', format: 'json', input: words });
    return z.NEVER;
  }
}
