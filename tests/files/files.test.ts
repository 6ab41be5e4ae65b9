/** Files in a folder of the data directory. */
import { access } from 'node:fs/promises';
import { filesOn } from './suite.ts';

filesOn({
  env: async () => ({}),
  has: ({ folder }, key) =>
    access(`${folder}/files/${key}`).then(
      () => true,
      () => false,
    ),
  stop: async () => undefined,
});
