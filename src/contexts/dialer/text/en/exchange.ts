/** Messages of `npm run exchange:config`. */
export const exchangeText = {
  written: (files: number, folder: string) => `Wrote ${files} files to ${folder}.`,
  howTo: (folder: string) =>
    `Copy ${folder}/etc over the exchange’s own configuration, ${folder}/sounds/recoup among its sounds and ${folder}/recoup-wait and ${folder}/recoup-hold into its data directory, then restart it.`,
  address: (address: string) => `Start Recoup with ARI_URL='${address}'`,
  turnWrong:
    '--turn must be an address like turn:user:password@turn.example.in:3478; the given value is not.',
  neverStarted:
    'This database has never been started by this version: run npm start once, then enter trunks and extensions.',
  noTrunk: 'No trunk is entered yet: an admin adds them under Trunks. Nobody can be called.',
  noPhone: 'No person has an extension yet: agents can speak by their own phones only.',
  noPassword: (trunk: string, name: string) =>
    `${trunk} registers us by name, and its password is not given: set ${name}.`,
  notSpoken: (file: string, text: string) =>
    `Nobody has spoken “${text}”: put it at ${file} (8 kHz, 16 bit, one channel), or install espeak-ng and run this again.`,
  noTls: 'No certificate (--cert, --key), so agents cannot call in the browser. Pass both options.',
  noBrowsers: 'ARI_URL has no wss address, so agents cannot call in the browser. Add wss to ARI_URL.',
  noTrunkTls:
    'A trunk uses TLS without a certificate (--cert, --key), which some carriers reject. Pass both options.',
  needsAddress: 'To check an exchange, say where it is: ARI_URL.',
  isFine: 'The exchange has everything it needs.',
  'no-answer': 'The exchange does not answer at that address: is it running, and may this machine reach it?',
  refused: 'The exchange refuses the user or password of ARI_URL: see ari.conf.',
  'too-old': (version: string) =>
    `The exchange is Asterisk ${version}; 22.10.1 or newer is needed, older ones let whoever may read ARI run programs.`,
  module: (name: string) => `The module ${name}.so is not loaded.`,
  context: (name: string) => `The dialplan has no context ${name}: copy extensions.conf and reload it.`,
  phone: (name: string) => `The phone ${name} is not in pjsip.conf.`,
  browser: (name: string) => `The line in the browser ${name} is not in pjsip.conf.`,
  sound: (name: string) => `The sound ${name} is missing.`,
  music: (name: string) =>
    `The music ${name} is silent: copy the folder ${name} into the data directory and musiconhold.conf, then reload it.`,
  trunk: (name: string, as: string) => `The trunk ${name} (${as}) is not in pjsip.conf.`,
  no_folder: (folder: string) =>
    `Recording failed: the exchange has no folder ${folder}. Create it there: install -d -o asterisk -g asterisk -m 750 ${folder}`,
  disk_full: (folder: string) => `Recording failed: the disk of ${folder} is full. Free space on it.`,
  no_sound: (folder: string) =>
    `Recording failed: the test recording is empty. Check free space in ${folder} and the music above.`,
  failed: (words: string) => `Recording failed: ${words}. Look at the log of the exchange.`,
  folderThere: (folder: string) => `Recordings are stored in ${folder}.`,
  folderMade: (folder: string) => `Created ${folder} for recordings.`,
  folderNeeded: (folder: string) =>
    `Without this folder nothing is recorded. Create it on the exchange: install -d -o asterisk -g asterisk -m 750 ${folder}`,
  stored: (files: number, megabytes: string, oldest: string) =>
    `Recordings on the exchange: ${files} files, ${megabytes} MB${oldest && `, the oldest from ${oldest}`}.`,
  notListed: 'Recordings on the exchange cannot be listed: check its recording folder.',
  unreachable: (name: string, as: string) => `The trunk ${name} (${as}) does not answer the exchange.`,
} as const;
