/** Reads one setting of the environment, and gathers what is wrong with all of them. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod/mini';
import { startupText } from '#text/en/program/startup.ts';
import { isUnescaped } from './unescaped.ts';

export interface Given {
  env: NodeJS.ProcessEnv;
  /** Sentences: a person mends all settings at once. */
  faults: string[];
}

type Variable = keyof typeof startupText.rules;

/** Their values contain passwords, so an error does not repeat them. */
export const SECRET: readonly Variable[] = [
  'AGENCIES_URL',
  'CLUSTER_URL',
  'DATABASE_URL',
  'REPLICA_URL',
  'REHEARSAL_URL',
  'FILES_URL',
  'SMTP_URL',
  'WHATSAPP_URL',
  'SMS_URL',
  'RAZORPAY_URL',
  'PAYU_URL',
  'ARI_URL',
  'TRACES_URL',
  'METRICS_TOKEN',
  'CRON_KEY',
  'SECRETS_KEY',
  'BACKUP_IDENTITY',
];

/** A secret may be in a file, as in Docker and Kubernetes, so that no process list shows it. */
function secretIn({ env, faults }: Given, name: Variable): string | undefined {
  const file = SECRET.includes(name) ? env[`${name}_FILE`]?.trim() : undefined;
  if (!file) return undefined;
  try {
    const text = readFileSync(file, 'utf8').trim();
    // Treated as unset, it would start an empty database, or encrypt under another key.
    if (!text) faults.push(startupText.emptySecretFile(`${name}_FILE`, file));
    return text;
  } catch {
    faults.push(startupText.noSecretFile(`${name}_FILE`, file));
    return undefined;
  }
}

/** Undefined if unset or invalid; the latter is reported. */
export function read<T>(given: Given, name: Variable, schema: z.ZodMiniType<T>): T | undefined {
  const text = (given.env[name]?.trim() || secretIn(given, name)) ?? '';
  if (!text) return undefined;
  const isSecret = SECRET.includes(name);
  if (isSecret && isUnescaped(text)) {
    given.faults.push(startupText.unescaped(name));
    return undefined;
  }
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  const shown = isSecret ? startupText.hidden : startupText.shown(text);
  given.faults.push(startupText.wrongSetting(name, startupText.rules[name], shown));
  return undefined;
}
