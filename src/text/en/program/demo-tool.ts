/** Command-line texts of the demo loader. */
const megabyte = 1_000_000;

export const demoToolText = {
  usage: 'Usage: node src/app/demo/cli.ts --loans 200000 --database postgres://… [--agents 500]',
  notEmpty: 'The database already has an agency; choose an empty one.',
  progress: (done: number, loans: number) => `${done} of ${loans} loans`,
  done: (loans: number, seconds: number, bytes: number) =>
    `${loans} loans in ${seconds.toFixed(2)} s, ${Math.round(loans / seconds)} a second, ${Math.round(bytes / megabyte)} MB of memory`,
};
