/** What a person reads from the commands that keep the database. */
export const toolsText = {
  dbUsage: 'Use: npm run db:backup [file], or npm run db:restore <file> [-- --force]',
  nothingToSave: 'The database is empty: there is nothing to save yet.',
  saved: (rows: number, tables: number, file: string) => `Saved ${rows} rows of ${tables} tables to ${file}`,
  restored: (rows: number, tables: number, file: string) =>
    `Restored ${rows} rows of ${tables} tables from ${file}. Everyone must sign in again.`,
  filesApart: (folder: string) => `Uploaded files are not in it: keep a copy of ${folder} with it.`,
  keyApart: (where: string) =>
    `Nor is the key in ${where}: without it identity numbers, merchants' keys and two-step sign-ins cannot be read. Keep it elsewhere than the backup.`,
  fileExists: (file: string) => `${file} exists already: name another file.`,
  fileMissing: (file: string) => `There is no backup ${file}.`,
  notABackup: (file: string) => `${file} is not a backup of Recoup, or it is cut off; nothing was changed.`,
  backupIsNewer: (migrations: string) =>
    `The backup was made by a newer Recoup (${migrations}); nothing was changed.`,
  notEmpty: 'The database holds data already; nothing was changed. To replace all of it, add: -- --force',
  inUse: 'A Recoup server is using the database; nothing was changed. Stop it first.',
  jobsLeft: 'Waiting jobs were left out, as the backup comes from another version of the job queue.',

  auditUsage: 'Use: npm run audit, or npm run audit -- --accept "why the log is as it is"',
  auditWhole: (n: number, hash: string) =>
    `The audit log holds, from its first event to seal ${n}, and is what the servers saw. Newest seal: ${hash}`,
  auditFault: (fault: string) => `The audit log does not hold: ${fault}.`,
  auditAccepted: (n: number) => `The audit log is taken as it stands, up to seal ${n}; the reason is in it.`,

  factorUsage: 'Use: npm run admin:second-factor -- --email admin@example.com',
  factorMissing: (email: string) => `${email} has no two-step sign-in; nothing was changed.`,
  factorTaken: (email: string) =>
    `The two-step sign-in of ${email} was taken away and all sessions have ended. The audit log says so.`,

  adminUsage: 'Use: npm run admin:create -- --email admin@example.com --name "First Last"',
  adminExists: (email: string) => `There is a user with the e-mail ${email} already; nothing was changed.`,
  adminMade: (email: string, url: string, hours: number) =>
    `Made the system administrator ${email}. Choose the password at\n${url}\nwithin ${hours} hours; the link works once.`,
};
