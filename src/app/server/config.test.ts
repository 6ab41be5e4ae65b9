import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('configuration', () => {
  it('an empty environment starts a local demo', () => {
    expect(readConfig({})).toEqual({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      isPublicUrlGiven: false,
      isPlainHttpAllowed: false,
      dataDir: path.resolve('.data'),
      demoLoans: 20_000,
      isDemoAtWork: false,
      log: 'file',
      logFile: path.resolve('.data/recoup.log'),
    });
  });

  it('a database URL means production: listens on all interfaces and logs to stdout', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://u:p@db/recoup', PORT: '80' });
    expect(config).toMatchObject({ mode: 'production', host: '0.0.0.0', log: 'stdout', port: 80 });
    expect(config.databaseUrl).toBe('postgres://u:p@db/recoup');
  });

  it.each(['DATABASE_URL', 'SECRETS_KEY', 'FILES_URL', 'BACKUP_IDENTITY'])(
    'refuses an empty file of %s, which would mean another database or key',
    (name) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'recoup-config-'));
      const file = path.join(folder, 'empty');
      writeFileSync(file, ' \r\n');
      expect(() => readConfig({ NODE_ENV: 'production', [`${name}_FILE`]: file })).toThrow(
        `${name}_FILE names ${file}, which is empty. Write the value into it, or remove ${name}_FILE.`,
      );
      rmSync(folder, { recursive: true });
    },
  );

  it('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '' })).toEqual(readConfig({}));
  });

  it('reads a secret from the file of its variable, and never logs its content', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'recoup-config-'));
    const METRICS_TOKEN_FILE = path.join(folder, 'token');
    writeFileSync(METRICS_TOKEN_FILE, 'a-token-of-some-length\n');
    expect(readConfig({ METRICS_TOKEN_FILE }).metricsToken).toBe('a-token-of-some-length');
    // The plain variable precedes the file.
    const METRICS_TOKEN = 'another-token-of-length';
    expect(readConfig({ METRICS_TOKEN, METRICS_TOKEN_FILE }).metricsToken).toBe(METRICS_TOKEN);
    writeFileSync(METRICS_TOKEN_FILE, 'hush hush');
    expect(() => readConfig({ METRICS_TOKEN_FILE })).toThrow(/^(?!.*hush).*METRICS_TOKEN/);
    rmSync(folder, { recursive: true });
    expect(() => readConfig({ METRICS_TOKEN_FILE })).toThrow(/METRICS_TOKEN_FILE names .*token/);
    // Non-secrets are plain variables.
    expect(readConfig({ PORT_FILE: METRICS_TOKEN_FILE }).port).toBe(3000);
  });

  it('never dies on purpose in production', () => {
    const FAILPOINTS = 'before-commit:0.1,after-commit:0.25';
    expect(readConfig({ FAILPOINTS }).failpoints).toEqual({ 'before-commit': 0.1, 'after-commit': 0.25 });
    expect(() => readConfig({ FAILPOINTS, RECOUP_MODE: 'production' })).toThrow(/FAILPOINTS/);
    expect(() => readConfig({ FAILPOINTS: 'always' })).toThrow(/FAILPOINTS/);
  });

  it('refuses the demo in production', () => {
    expect(readConfig({ NODE_ENV: 'production' }).mode).toBe('production');
    expect(() => readConfig({ NODE_ENV: 'production', RECOUP_MODE: 'demo' })).toThrow(/known passwords/);
  });

  it('serves plain HTTP in production only when configured', () => {
    const serve = (env: Record<string, string>) => () =>
      readConfig({ RECOUP_MODE: 'production', DATABASE: 'embedded', ...env }, 'server');
    expect(serve({})).toThrow(/set it to the https address/);
    expect(serve({ PUBLIC_URL: 'http://recoup.example.com' })).toThrow(/recoup\.example\.com: in production/);
    expect(serve({ ALLOW_PLAIN_HTTP: 'no' })).toThrow(/ALLOW_PLAIN_HTTP=yes/);
    expect(serve({ ALLOW_PLAIN_HTTP: 'yes' })).not.toThrow();
    expect(serve({ PUBLIC_URL: 'https://recoup.example.com' })).not.toThrow();
    expect(() => readConfig({}, 'server')).not.toThrow();
  });

  it('names all that is wrong or missing at once', () => {
    const env = { NODE_ENV: 'production', PORT: 'eighty', DATBASE_URL: 'postgres://u:hush@db/recoup' };
    const sentences = (): string[] => {
      try {
        readConfig(env, 'server');
        return [];
      } catch (error) {
        return (error as Error).message.split('\n');
      }
    };
    expect(sentences()).toEqual([
      'PORT must be a whole number from 0 to 65535; it is “eighty”.',
      'DATBASE_URL is no setting: rename it to DATABASE_URL, or remove it.',
      expect.stringMatching(/^DATABASE_URL is missing: .* DATABASE=embedded/),
      expect.stringMatching(/^PUBLIC_URL is http:\/\/localhost:3000: in production/),
    ]);
  });

  it('uses the embedded database in production only when DATABASE=embedded is set', () => {
    expect(() => readConfig({ NODE_ENV: 'production' }, 'command')).toThrow('DATABASE_URL is missing');
    expect(readConfig({ NODE_ENV: 'production', DATABASE: 'embedded' }, 'command').isEmbedded).toBe(true);
    expect(() => readConfig({ DATABASE: 'embedded', DATABASE_URL: 'postgres://u:p@h/d' })).toThrow(
      'remove one',
    );
    expect(() => readConfig({ DATABASE: 'external' })).toThrow('DATABASE must be embedded');
  });

  it.each([
    'postgres://recoup:Zq/Vx@db:5432/recoup',
    'postgres://recoup:Zq#Vx@db:5432/recoup',
    'postgres://recoup:Zq?Vx@db:5432/recoup',
    'postgres://recoup:ZqVx%@db:5432/recoup',
    'postgres://recoup:Jj@Zq/Vx#Kk@db:5432/recoup',
  ])(
    'reports for %s that a character must be percent-encoded, without repeating the value',
    (DATABASE_URL) => {
      expect(() => readConfig({ DATABASE_URL })).toThrow(/^(?!.*(Jj|Zq|Vx|Kk)).*percent-encoded.*$/);
    },
  );

  it('accepts an @ without a password', () => {
    expect(readConfig({ SMTP_URL: 'smtp://u:p%40ss@host:587?from=recoup@example.in' }).smtpUrl).toContain(
      'from=',
    );
    expect(readConfig({ DATABASE_URL: 'postgres://u:p@ss@host/recoup' }).databaseUrl).toBeDefined();
  });

  it('detects one mistyped character in a backup key', () => {
    const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
    expect(readConfig({ BACKUP_RECIPIENTS: key }).backupRecipients).toEqual([key]);
    const wrong = key.replace('3hyww', '3hyvw');
    expect(() => readConfig({ BACKUP_RECIPIENTS: wrong })).toThrow('BACKUP_RECIPIENTS must be');
  });

  it('stores only the origin of the public address', () => {
    expect(readConfig({ PUBLIC_URL: 'https://recoup.example.com/' }).publicUrl).toBe(
      'https://recoup.example.com',
    );
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['HOST', 'two words'],
    ['DEMO_LOANS', '1.5'],
    ['DEMO_LOANS', '1000001'],
    ['DEMO_AT_WORK', 'always'],
    ['PUBLIC_URL', 'recoup.example.com'],
    ['PUBLIC_URL', 'https://recoup.example.com/console'],
    ['RECOUP_MODE', 'test'],
    ['LOG', 'syslog'],
    ['TRUSTED_PROXIES', 'proxy.local'],
    ['TRUSTED_PROXIES', '10.0.0.7, 10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ])('names the variable and repeats the value of %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .*“${value}”\\.$`));
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:secret@db/recoup'],
    ['DATABASE_URL', 'db:secret'],
    ['DATABASE_URL', 'postgres://user:secret@host'],
    ['SMTP_URL', 'https://user:secret@mail'],
    ['SMS_URL', 'https://sms.test/send?entity=1&header=RECOUP'],
    ['SMS_URL', 'https://secret@sms.test/send?header=RECOUP'],
    ['WHATSAPP_URL', 'https://secret@wa.test/messages'],
    ['ARI_URL', 'http://recoup:secret@pbx.test:8088'],
    ['ARI_URL', 'http://recoup:secret@pbx.test:8088?trunk=PJSIP/{number}@t&wss=https://pbx.test'],
    ['ARI_URL', 'http://pbx.test:8088?trunk=PJSIP/{number}@secret'],
    ['PAYU_URL', 'https://secret@secure.payu.in'],
    ['PAYU_URL', 'https://secret:@secure.payu.in'],
    ['DATABASE_CONNECTIONS', '17'],
    ['DATABASE_CONNECTIONS', 'many'],
    ['DATABASE_CONNECTIONS', '20.5'],
    ['MAX_WAIVER', '101'],
    ['MAX_WAIVER', '35 %'],
    ['RAZORPAY_URL', 'https://key:secret@api.razorpay.com'],
    ['RAZORPAY_URL', 'https://key:secret@api.razorpay.com?webhook='],
    ['METRICS_TOKEN', 'secret'],
    ['SECRETS_KEY', 'short'],
  ])('never repeats the secret in %s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be (?!.*secret)`));
  });
});
