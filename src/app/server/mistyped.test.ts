import { expect, test } from 'vitest';
import { mistyped } from './mistyped.ts';

test('a misspelled setting is reported with the nearest registered name', () => {
  const given = {
    SMPT_URL: 'x',
    DATABSE_URL_FILE: 'x',
    METRIC_TOKEN: 'x',
    ARI_URI: 'x',
    BACKUP_RECIPIENTS_FILE: 'x',
  };
  expect(mistyped(given)).toEqual([
    { given: 'SMPT_URL', meant: 'SMTP_URL' },
    { given: 'DATABSE_URL_FILE', meant: 'DATABASE_URL_FILE' },
    { given: 'METRIC_TOKEN', meant: 'METRICS_TOKEN' },
    { given: 'ARI_URI', meant: 'ARI_URL' },
    // Only secrets are read from files.
    { given: 'BACKUP_RECIPIENTS_FILE', meant: 'BACKUP_RECIPIENTS' },
  ]);
});

test('ours, those of others and empty ones are passed by', () => {
  const others = {
    SMTP_URL: 'x',
    DATABASE_URL_FILE: 'x',
    SMPT_URL: '',
    PATH: 'x',
    HOME: 'x',
    POSTGRES_USER: 'x',
    NODE_ENV: 'x',
    NODE_OPTIONS: 'x',
    npm_config_cache: 'x',
    PGDATABASE: 'x',
    LOGNAME: 'x',
    HOSTNAME: 'x',
    INVOCATION_ID: 'x',
    CREDENTIALS_DIRECTORY: 'x',
    KUBERNETES_PORT: 'x',
  };
  expect(mistyped(others)).toEqual([]);
});
