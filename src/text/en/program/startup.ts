/** Console texts for operators when the server starts, or cannot. Each failure is one sentence. */
export const startupText = {
  ready: (url: string) => `Recoup is ready at ${url}`,
  onPhones: (url: string) => `On a phone in the same network: ${url}, or this code:`,
  fingerprint: (print: string) => `Its authority has the fingerprint ${print}.`,
  onlyLooking: 'Without https a phone can only look: nothing can be saved there.',
  migrating: (count: number) =>
    `Bringing the database up to this version: ${count} ${count === 1 ? 'migration' : 'migrations'} …`,
  loadingDemo: (loans: number) => `Loading the demo agency with ${loans} loans (once) …`,
  accounts: (password: string) => `Demo accounts, all with the password ${password}:`,
  account: (role: string, emails: string) => `  ${role.padEnd(18)} ${emails}`,
  signInLinks: 'Or open one of these, each once, on this machine:',
  places: (dataDir: string, log: string) => `Data is in ${dataDir}, the log in ${log}. Stop with Ctrl+C.`,
  stopping: 'Stopping …',

  shown: (value: string) => `it is “${value}”`,
  otherKey:
    'The key of this server (SECRETS_KEY, or secrets.key in DATA_DIR) is not the one that servers of this database had before: Aadhaar, PAN and keys of merchants that they sealed cannot be opened here. Give all servers one key.',
  secretUnusable: (file: string, bytes: number) =>
    `${file} is not a complete key (it has ${bytes} bytes). Bring it back from a backup: what it sealed opens with no other key.`,
  secretLost: (file: string, sums: string) =>
    `${file} is missing, and its checksum ${sums} is there. Bring the key back from a backup: what it sealed opens with no other key.`,
  secretChanged: (file: string, sums: string) =>
    `${file} does not match its checksum in ${sums}. Bring the key back from a backup, or delete ${sums} if you replaced the key on purpose.`,
  certificatesUnusable: (file: string) =>
    `${file} cannot be read as the certificates of this demo. Delete it: new ones are made, and phones must trust them once more.`,
  hidden: 'the given value is not',
  wrongSetting: (name: string, rule: string, given: string) => `${name} must be ${rule}; ${given}.`,
  unescaped: (name: string) =>
    `${name} has a character in its user or password that must be percent-encoded: @ as %40, / as %2F, # as %23, ? as %3F, % as %25.`,
  noDatabase:
    'DATABASE_URL is missing: in production set it to the PostgreSQL of this installation (for many agencies, AGENCIES_URL to that of their list), or set DATABASE=embedded for the one in DATA_DIR.',
  twoDatabases: 'DATABASE is embedded while DATABASE_URL is set: remove one of the two.',
  mistypedInProduction: (given: string, meant: string) =>
    `${given} is no setting: rename it to ${meant}, or remove it.`,
  rules: {
    PORT: 'a whole number from 0 to 65535',
    HOST: 'an address or host name to listen on',
    DATA_DIR: 'a folder',
    AGENCIES_URL: 'an address like postgres://user:password@host:5432/agencies',
    CLUSTER_URL: 'an address like postgres://owner:password@host:5432/postgres',
    DATABASE_URL: 'an address like postgres://user:password@host:5432/recoup',
    DATABASE: 'embedded, or not set where DATABASE_URL is',
    MIGRATIONS: 'start or apart',
    DATABASE_CONNECTIONS: 'a whole number from 18 to 1000',
    REPLICA_URL: 'an address like postgres://user:password@host:5432/recoup',
    REHEARSAL_URL: 'an address like postgres://user:password@host:5432/rehearsal',
    PUBLIC_URL: 'an address like https://recoup.example.com, without a path',
    ALLOW_PLAIN_HTTP: 'yes or no',
    TRUSTED_PROXIES: 'addresses or networks with commas between, such as 10.0.0.7,192.168.1.0/24',
    DEMO_LOANS: 'a whole number from 0 to 1000000',
    DEMO_AT_WORK: 'yes or no',
    RECOUP_MODE: 'demo or production',
    FILES_URL: 'an address like s3://key:secret@s3.ap-south-1.amazonaws.com/bucket?region=ap-south-1',
    SMTP_URL: 'an address like smtp://user:password@host:587',
    SMS_URL:
      'an address like https://token@sms.example.in/send?entity=1101&header=RECOUP&payment-link=1107, with the DLT entity and header',
    WHATSAPP_URL:
      'an address like https://token@wa.example.in/messages?from=919000000000&payment-link=pay_link, with the sending number',
    RAZORPAY_URL: 'an address like https://key:password@api.razorpay.com?webhook=password, with all three',
    PAYU_URL: 'an address like https://key:salt@secure.payu.in, with both',
    ARI_URL:
      'an address like https://user:password@pbx.example.in:8089?trunk=PJSIP/{number}@trunk&phones=PJSIP/{extension}, with user, password and trunk; wss, if given, like wss://pbx.example.in:8089/ws',
    MAX_WAIVER: 'a percentage, a whole number from 0 to 100',
    LOG: 'file or stdout',
    LOG_DAYS: 'a whole number of days from 1 to 3650',
    TRACES_URL: 'an address like http://collector:4318?share=0.1, a part of 1 where not all is traced',
    METRICS_TOKEN: 'a word of at least 16 characters',
    CRON_KEY: 'a word of at least 16 characters',
    SECRETS_KEY:
      '32 random bytes in base64, as openssl rand -base64 32 prints them, or several with numbers, such as 2:key,1:key',
    BACKUP_RECIPIENTS:
      'one or more age1… keys with commas between, without a mistyped letter, as npm run db:backup-key prints them',
    BACKUP_IDENTITY: 'the lines AGE-SECRET-KEY-1… of a file that npm run db:backup-key wrote',
    FAILPOINTS: 'points of failure with their chances, such as before-commit:0.1,after-commit:0.1',
  },
  otherKeyOfList:
    'The list of agencies (AGENCIES_URL) was sealed under another key: give the SECRETS_KEY it was made with, or the DATA_DIR whose secrets.key has it.',
  agencies: {
    addressOf: (place: string) => `The address of ${place}`,
    mayNotMake:
      'The user of AGENCIES_URL (or CLUSTER_URL) may not make roles and databases; nothing was changed. Let an administrator run: alter role <user> createrole createdb',
    placeTaken: (name: string) =>
      `There is a role or a database ${name} in that cluster already, such as one that an agency left when it was moved; nothing was changed. Drop both when nobody needs them (drop database ${name}; drop role ${name}), or choose another name.`,
    unknown: 'No agency is served at this address. Look whether it is typed right.',
    suspended: 'This agency is suspended. Ask who runs Recoup for you.',
    nothingPaid:
      'If you came to pay: nothing can be paid here now. If you have paid, keep the message of your bank.',
    looksAgain: 'This page looks again by itself.',
    opening: 'This agency is being opened. Try again in a few seconds.',
    stuck: 'The database of this agency does not answer as it should. It is tried again every few seconds.',
  },
  replicaOfNobody:
    'REPLICA_URL is set beside AGENCIES_URL, and follows the database of no agency: remove it, and give each agency its own in its settings.',
  demoInProduction:
    'RECOUP_MODE is demo while NODE_ENV is production: the demo accounts have known passwords, so start with RECOUP_MODE=production.',

  plainHttp: (publicUrl: string) =>
    `PUBLIC_URL is ${publicUrl}: in production set it to the https address people type; to serve plain http all the same, set ALLOW_PLAIN_HTTP=yes.`,
  emptySecretFile: (name: string, file: string) =>
    `${name} names ${file}, which is empty. Write the value into it, or remove ${name}.`,
  noSecretFile: (name: string, file: string) => `${name} names ${file}, which cannot be read.`,
  mistyped: (given: string, meant: string) =>
    `${given} is set and read by nobody: ${meant} is probably meant.`,
  tracesLost:
    'The collector at TRACES_URL does not take traces: look whether it runs. Recoup works on; what it did meanwhile is not traced.',
  noMail: 'SMTP_URL is not set: invitations, password links and settlement letters reach nobody.',

  failpointsInProduction: 'FAILPOINTS is set on a production server, which would die on purpose: remove it.',

  portTaken: (port: number) => `Port ${port} is taken by another program: stop it or choose another PORT.`,
  portForbidden: (port: number) => `Port ${port} needs more rights: choose a PORT above 1023.`,
  hostUnknown: (host: string) => `This machine cannot listen on ${host}: choose another HOST.`,
  dataInUse: (dir: string) =>
    `The data folder ${dir} is in use by another Recoup: stop that one or choose another DATA_DIR.`,
  dataUnwritable: (dir: string) => `The data folder ${dir} cannot be written: choose another DATA_DIR.`,
  dataUnusable: (dir: string, file: string, code: string, user: string) =>
    `The data folder ${dir} cannot be written or read: user ${user} may not use ${file} (${code}). Start as its owner, give it to this user (chown -R), or choose another DATA_DIR.`,
  pathUnusable: (file: string, code: string, user: string) =>
    `${file} cannot be used (${code}). Name a file or folder that is there and that user ${user} may read and write.`,
  outOfSystem: (code: string) =>
    `This machine has no room for another file, connection or program (${code}): raise its limits (ulimit -n, LimitNOFILE, memory), or stop other programs.`,
  unreachable: (address: string) => `Nothing answers at ${address}: look whether it runs and is spelt right.`,
  noProgram: (program: string) =>
    `The program ${program} cannot be run here: install it, or look at its rights.`,
  embeddedIncomplete: (folder: string, code: string) =>
    `The embedded PostgreSQL in ${folder} is not complete, and this user may not complete it (${code}). Start Recoup once as the owner of that folder, or set DATABASE_URL, or REHEARSAL_URL where a restore is tried.`,
  diskFull: (dir: string) => `The disk of the data folder ${dir} is full: free some space and start again.`,

  noEmbedded: (platform: string) =>
    `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL, or REHEARSAL_URL where a restore is tried, to a PostgreSQL 15 or newer.`,
  otherMajor: (dir: string, found: string, wanted: string) =>
    `The data folder ${dir} was made by PostgreSQL ${found} but this Recoup brings ${wanted}: restore a backup into a new DATA_DIR.`,
  cannotRunHere:
    'The embedded PostgreSQL needs an ordinary user with a name who may enter the data folder: start as one, or set DATABASE_URL.',
  embeddedFailed: (reason: string) => `The embedded PostgreSQL did not start: ${reason}`,

  embeddedEnded: (reason: string) => `The embedded PostgreSQL ended by itself: ${reason}`,

  databaseUnreachable: (host: string) =>
    `DATABASE_URL is wrong or the database is down: nothing answers at ${host}.`,
  databaseRefused: (host: string) => `DATABASE_URL is wrong: ${host} refuses this user or password.`,
  databaseMissing: (name: string, host: string) =>
    `DATABASE_URL is wrong: there is no database named ${name} at ${host}.`,
  databaseRights: (reason: string) =>
    `The role of DATABASE_URL has too few rights in its database (${reason}). Make it the owner: alter database <name> owner to <role>.`,
  databaseDiskFull: (where: string) =>
    `The disk of the database at ${where} is full: free some space there and try again.`,
  databaseMayNotCreate: (reason: string) =>
    `The role of DATABASE_URL may not make a database (${reason}), which this command needs for its copy. As an administrator of PostgreSQL: alter role <role> createdb.`,
  databaseConnections: (reason: string) =>
    `PostgreSQL has no free connection for Recoup (${reason}). Lower DATABASE_CONNECTIONS, stop other programs that use it, or raise its max_connections or the limit of the role.`,
  databaseMemory: (reason: string) =>
    `PostgreSQL has not enough memory (${reason}). Give its machine more, or lower its work_mem and DATABASE_CONNECTIONS.`,
  databaseNotReady: (reason: string) =>
    `PostgreSQL does not take this work now (${reason}). Look at its state, and try again.`,
  databaseBusy: (reason: string) =>
    `PostgreSQL ended a statement that took too long (${reason}). Try again when less is going on, or raise its statement_timeout and lock_timeout.`,
  databaseDamaged: (reason: string) =>
    `PostgreSQL cannot read or write its own files (${reason}). Look at its disk and its log; where data is lost, restore a backup.`,
  databaseNoLonger: (reason: string) =>
    `The database refuses a further connection (${reason}). Look at DATABASE_URL, and at the role and pg_hba.conf of PostgreSQL.`,
  databaseReadOnly:
    'The database takes no writes: it is a standby, or default_transaction_read_only is on. Point DATABASE_URL to the primary, promote this one, or turn that setting off.',
  databaseLost: 'The connection to the database was lost. Look whether it runs, and try again.',
  databaseBehind: (count: number) =>
    `The database is ${count} ${count === 1 ? 'migration' : 'migrations'} behind this program. Run npm run db:migrate first.`,
  clockApart: (minutes: number) =>
    `The clocks of this machine and of the database server are ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} apart: set both by NTP, or calls and links come too early or too late.`,
  clockFarApart: (hours: number) =>
    `The clocks of this machine and of the database server are ${hours} ${hours === 1 ? 'hour' : 'hours'} apart, so calls would go out at wrong hours. Set both by NTP and start again.`,
  diskFullAt: (place: string) => `The disk of ${place} is full: free some space there and try again.`,
  databaseFailed: (host: string, reason: string) =>
    `DATABASE_URL does not work: ${host} answers “${reason}”.`,
  databaseNewer: (names: string) =>
    `The database is newer than this program: ${names} took away what it needs. Start the newer program, or restore a backup from before.`,
  databaseBeforeBaseline: (version: string) =>
    `Recoup ${version} is the last version that reads this database, and nothing in it was changed: start that version, or this one on an empty database.`,
  migrationLocked: (name: string) =>
    `The migration ${name} needs a table for a moment, and others hold it for minutes: end long reports and backups, or start again when less is going on.`,
  migrationChanged: (name: string) =>
    `The migration ${name} was changed after it was applied to this database. Bring the file back as it was, and write what is new in a migration of its own.`,
  databaseTooOld: (version: string) =>
    `DATABASE_URL points to PostgreSQL ${version}: Recoup needs version 15 or newer.`,
  databaseNotUtf8: (encoding: string) =>
    `DATABASE_URL points to a database with encoding ${encoding}: Recoup needs one made with UTF8.`,
  databaseStandby:
    'DATABASE_URL points to a standby, which takes no writes: point it to the primary, or promote this one.',
  faultyIndexes: (count: number, named: string) =>
    `${count === 1 ? 'An index of the database is' : `${count} indexes of the database are`} missing or invalid, so pages are slow: ${named}${count > 5 ? ', …' : ''}. Back the database up and restore it, which builds all indexes; or follow RecoupIndexesMissing in the runbook. Delete the data folder of a demo.`,
  databaseShared:
    'DATABASE_URL points to a pooler that shares connections between transactions: set its pool_mode to session, or point to PostgreSQL itself.',
  databaseNoLocale:
    'DATABASE_URL points to a database whose locale knows no letters beyond ASCII: make it with a UTF-8 locale such as C.UTF-8.',

  logLost: (file: string, reason: string) =>
    `Lines of the log are lost: ${file} cannot be written (${reason}).`,
  failed: (reason: string, place: string) =>
    `Recoup could not start: ${reason}. All of the error is in ${place}; report it with this sentence.`,
  broke: (reason: string, place: string) =>
    `Recoup stopped because of an unexpected error: ${reason}. All of it is in ${place}; report it with this sentence.`,
  commandBroke: (reason: string, place: string) =>
    `The command ended because of an unexpected error: ${reason}. All of it is in ${place}; report it with this sentence.`,
  aboveThisLine: 'the line above',
  nowhere: 'no file, as none could be written',
};
