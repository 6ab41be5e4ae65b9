const MOST_NAMED = 20;
/** The first ones are listed, the others as a number. */
const firstOf = (records: readonly string[]): string =>
  records.slice(0, MOST_NAMED).join('; ') +
  (records.length > MOST_NAMED ? ` and ${records.length - MOST_NAMED} more` : '');

/** Texts of the database commands. */
export const toolsText = {
  upgradeRehearseUsage: 'Use: npm run db:rehearse-upgrade [-- file of a backup]',
  upgradeRehearsing: (where: string) => `A copy of the data is made in ${where}, for this rehearsal only.`,
  upgradeRehearsedNothing: 'The data is up to this program already: it has no migration to rehearse.',
  upgradeRehearsed: (name: string, seconds: string, held: string) =>
    `${name}: ${seconds} s${held ? `, nobody else may use ${held} meanwhile` : ''}`,
  upgradeStarted: (seconds: string) =>
    `This program also starts on the copy: queues and the upkeep of every part took ${seconds} s.`,
  upgradeStartFailed: (reason: string) =>
    `The migrations apply, but this program does not start on the copy: ${reason}. Keep the version you have, and report this sentence.`,
  upgradeRehearsedWell: 'No table was held for longer than a second: servers may go on working.',
  upgradeRehearsedLong: (names: string) =>
    `${names} held tables for longer than a second: start this program when little is going on.`,
  dbUsage: `Use: npm run db:backup [file or folder], npm run db:restore <file> [-- --force], npm run db:backup-key <file>,
  npm run db:rehearse-restore <file or folder> [-- --files <folder>], npm run files:backup <folder>, or npm run files:restore <folder>`,
  nothingToSave: 'The database is empty: there is nothing to save yet.',
  saved: (rows: number, tables: number, file: string) => `Saved ${rows} rows of ${tables} tables to ${file}`,
  restored: (rows: number, tables: number, file: string) =>
    `Restored ${rows} rows of ${tables} tables from ${file}. Everyone must sign in again.`,
  filesApart: (folder: string) =>
    `Uploaded files are not in it: npm run files:backup copies those of ${folder}.`,
  filesInBucket:
    'Files lie in the bucket of FILES_URL: keep versions of it there, or a second bucket that follows it.',
  filesSaved: (copied: number, kept: number, removed: number, folder: string) =>
    `Copied ${copied} files to ${folder}; ${kept} were there. ${removed} that were deleted over a month ago were removed.`,
  filesDamaged: (records: readonly string[]) =>
    `${records.length} of the files are damaged or missing and were not copied: ${firstOf(records)}. Bring them back with npm run files:restore from a sound copy.`,
  filesNotBack: (records: readonly string[]) =>
    `${records.length} of the files have no sound copy there and were not brought back: ${firstOf(records)}. Look for them in an older copy.`,
  copiesDamaged: (records: readonly string[]) =>
    `${records.length} of the copies are damaged or missing: ${firstOf(records)}. Run npm run files:backup, which copies them again.`,
  filesRestored: (copied: number, kept: number) =>
    `Brought back ${copied} files; ${kept} were there and stay as they are.`,
  filesTried: (n: number, folder: string) => `${n} files of ${folder} were read to their end and compared.`,
  rehearsed: (file: string, rows: number, tables: number, seals: number) =>
    `${file} can be restored: ${rows} rows of ${tables} tables, keys checked, ${seals} seals of the audit log computed again.`,
  rehearsalLive: 'REHEARSAL_URL is the database people work with; nothing was changed. Name an empty one.',
  migrated: (count: number) =>
    count === 0
      ? 'The database was of this version already.'
      : `The database is of this version: ${count} ${count === 1 ? 'migration' : 'migrations'} applied.`,
  notNoted:
    'The database is not yet of this version, so System status does not list this. The next start of the server, or npm run db:migrate, brings it up.',
  schemaBehind: (what: string) =>
    `The database is not of this version (${what}). Run npm run db:migrate, or start the server once, and try again.`,
  noCluster: (dir: string) =>
    `There is no database in ${dir}. Set DATA_DIR to the folder of this installation, or DATABASE_URL.`,
  backupOld: (file: string) => `The newest backup, ${file}, is older than a day and a half.`,
  nobodyInBackup: 'The backup has no administrator who could sign in.',
  keyApart: (where: string) =>
    `Nor is the key in ${where}: without it identity numbers, merchants' keys and two-step sign-ins cannot be read. Keep it elsewhere than the backup.`,
  backupClear:
    'It is not encrypted: whoever has the file can read it. npm run db:backup-key <file> makes a key; name its age1… in BACKUP_RECIPIENTS.',
  backupKeyMade: (file: string, recipient: string) =>
    `The key is in ${file}. Keep it elsewhere than servers and backups: without it no backup made for it can be read. Servers need only BACKUP_RECIPIENTS=${recipient}`,
  backupSealed: (file: string) =>
    `${file} is encrypted. Name the file of its key in BACKUP_IDENTITY_FILE; nothing was changed.`,
  backupOtherKey: (file: string) =>
    `None of the keys in BACKUP_IDENTITY opens ${file}; nothing was changed. Give the key it was made for.`,
  fileExists: (file: string) => `${file} exists already: name another file.`,
  fixtureMade: (file: string, kilobytes: number) =>
    `${file} is written (${kilobytes} kB). Commit it with the release.`,
  fileMissing: (file: string) => `There is no backup ${file}.`,
  notABackup: (file: string) => `${file} is not a backup of Recoup, or it is cut off; nothing was changed.`,
  rowsUnfit: (file: string, rule: string) =>
    `${file} is whole, but has rows that do not fit together (${rule}); nothing was changed.`,
  backupIsNewer: (migrations: string) =>
    `The backup was made by a newer Recoup (${migrations}); nothing was changed.`,
  backupBeforeBaseline: (file: string, version: string) =>
    `Recoup ${version} is the last version that reads the backup ${file}, and nothing was changed: restore it with that version.`,
  notEmpty: 'The database holds data already; nothing was changed. To replace all of it, add: -- --force',
  inUse: 'A Recoup server is using the database; nothing was changed. Stop it first.',
  jobsLeft: 'Waiting jobs were left out, as the backup comes from another version of the job queue.',

  auditUsage: 'Use: npm run audit, or npm run audit -- --accept "why the log is as it is"',
  auditWhole: (n: number, hash: string) =>
    `The audit log holds, from its first event to seal ${n}, and is what the servers saw. Newest seal: ${hash}`,
  auditFault: (fault: string) => `The audit log does not hold: ${fault}.`,
  auditAccepted: (n: number) => `The audit log is taken as it stands, up to seal ${n}; the reason is in it.`,

  keyMade: (n: number, file: string) =>
    `Key ${n} created: ${file}. Keep a copy of it and of the earlier keys elsewhere: they still decrypt backups, files and recovery codes.`,
  keyToSet: (file: string) =>
    `The keys are in SECRETS_KEY, so nothing was changed. ${file} has the new value. Set it on every server, run npm run secrets:rotate without --new, then delete the file.`,
  resealed: (values: number, n: number) =>
    `${values} values re-encrypted; the whole database is under key ${n} now. Stored files keep their key until they are deleted.`,

  factorUsage: 'Use: npm run admin:second-factor -- --email admin@example.com',
  factorMissing: (email: string) => `${email} has no two-step sign-in; nothing was changed.`,
  factorTaken: (email: string) =>
    `The two-step sign-in of ${email} was taken away and all sessions have ended. The audit log says so.`,
  agencyUsage: `Use one of, with AGENCIES_URL set:
  npm run agency:list
  npm run agency:create -- <name> <host> [--email x --admin "First Last"] [--settings file] [--id of a deleted one]
  npm run agency:settings -- <name> [file]
  npm run agency:suspend -- <name>, or agency:resume
  npm run agency:delete -- <name> --really <name> [--to folder], of a suspended one
  npm run agency:move -- <name>, to CLUSTER_URL
  npm run agency:backup -- <name or all> <folder>, or agency:restore -- <name> <file>, of a suspended one
CLUSTER_URL names another cluster for create and delete too, with rights to make databases and roles.`,
  agencyShown:
    'Everybody on this machine can read a password in a command, and your shell keeps it; nothing was done. Give the address as CLUSTER_URL, or in a file that CLUSTER_URL_FILE names; and change that password.',
  noDirectory: 'Set AGENCIES_URL to the database that names the agencies; it may be empty.',
  agencyName: (name: string) =>
    `“${name}” is no name of an agency: 2 to 30 small letters, digits or hyphens, a letter first, and not “all”.`,
  agencyHost: (host: string) =>
    `“${host}” is no host: give what people type, in small letters and without https:// or a port, such as asha.recoup.in.`,
  agencyTaken: (name: string, host: string) =>
    `There is an agency ${name}, or one at ${host}, already; nothing was changed.`,
  agencyNotSaved: (name: string, why: string) => `${name} was not saved: ${why}`,
  agenciesNotSaved: (names: string) => `Not saved: ${names}. The others are.`,
  agencyStillServed: (name: string) =>
    `People work with ${name}; nothing was changed. Suspend it first: npm run agency:suspend -- ${name}`,
  agencyPutBack: (name: string) =>
    `${name} is as it was then; its files are not touched. npm run agency:resume -- ${name} serves it again.`,
  agencyMissing: (name: string) => `There is no agency ${name}. npm run agency:list shows all.`,
  agencyWhich:
    'AGENCIES_URL is set, so this command must know whose database is meant: AGENCY=<name> before it, as npm run agency:list shows it. For an installation of one agency, unset AGENCIES_URL.',
  agencyRestore:
    'AGENCIES_URL is set; nothing was changed. One of many agencies is put back with npm run agency:restore -- <name> <file>.',
  agencyHas: (name: string, settings: string) => `${name} has settings of its own: ${settings}`,
  agencySet: (name: string, settings: string) =>
    `${name} is opened anew within seconds, with settings of its own: ${settings}`,
  settingsMissing: (file: string) => `${file} cannot be read; nothing was changed.`,
  agencyOtherBackup: (name: string, file: string) =>
    `${file} was made under another key than that of ${name}, so it is of another agency, or of this one before it was deleted; nothing was changed. The agency.txt beside it says how to make the agency it belongs to.`,
  agencyAgain: ({ name, host, id }: Readonly<Record<'name' | 'host' | 'id', string>>) =>
    `To make ${name} anew with the key it has, on a server with the same SECRETS_KEY, and put its backup in:
  npm run agency:create -- ${name} ${host} --id ${id}, with its --settings
  npm run agency:suspend -- ${name}
  npm run agency:restore -- ${name} <file>
  npm run agency:resume -- ${name}`,
  agencyMade: (name: string, url: string) => `${name} is served at ${url} within seconds.`,
  agencyOpenTo: (names: string) =>
    `Its role may also connect to ${names}: revoke connect on each of them from public, or keep other programs in another cluster.`,
  agencyLine: (name: string, host: string, state: string, place: string) =>
    `${name.padEnd(30)} ${state.padEnd(10)} ${host.padEnd(40)} ${place}`,
  agencyNone: 'There is no agency yet. Make the first with npm run agency:create.',
  agencySuspended: (name: string) => `${name} answers nobody any more, and nothing of it runs.`,
  agencyResumed: (name: string) => `${name} is served again within seconds.`,
  agencyActive: (name: string) => `${name} is served; nothing was changed. Suspend it first.`,
  agencyReally: (name: string) => `All data of ${name} would be gone. If you mean it, add: --really ${name}`,
  agencyElsewhere:
    'The agency lies in another cluster; nothing was changed. Name that one in CLUSTER_URL, with rights to drop databases.',
  agencyBusy: 'Another command about agencies is running; nothing was changed. Try again when it is done.',
  agencyNotServed: (name: string) => `${name} is not served; nothing was changed. Resume it first.`,
  agencySameCluster: 'The agency lies in that cluster already; nothing was changed.',
  agencyMoved: (name: string, place: string, seconds: string) =>
    `${name} lies in ${place} now; it was away for ${seconds} s. The database it had is kept, under another password: drop it when you are sure.`,
  agencyMoveBack: (name: string) => `${name} was not moved, and is served where it was.`,
  agencyDeleted: (name: string, file: string, folder: string) =>
    `${name} is deleted. What it held is in ${file}; its files lie in ${folder} still, and go with it. Recordings that were not fetched stay on its exchange: delete them there.`,

  adminUsage: 'Use: npm run admin:create -- --email admin@example.com --name "First Last"',
  adminHasPassword: (email: string) =>
    `${email} has chosen a password already; nothing was changed. Use "Forgot password" on the sign-in page. Without a mail server, make another administrator with another e-mail, who can help. For a lost second factor use npm run admin:second-factor.`,
  adminInactive: (email: string) =>
    `The user ${email} is inactive; nothing was changed. Ask another administrator to activate them, or use another e-mail.`,
  adminLinkAgain: (email: string, role: string, url: string, hours: number) =>
    `${email} (${role}) has not chosen a password yet. Choose it at\n${url}\nwithin ${hours} hours; the link works once, and earlier ones no longer do.`,
  adminMade: (email: string, url: string, hours: number) =>
    `Made the system administrator ${email}. Choose the password at\n${url}\nwithin ${hours} hours; the link works once.`,
};
