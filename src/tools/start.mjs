/** `npm start`: from a fresh checkout to a running server. */
import { ensureBuilt, ensureInstalled, nodeBinary, refuse, root, runServer } from './lib.mjs';

await ensureInstalled();
const failure = await ensureBuilt();
if (failure) {
  process.stderr.write(failure);
  refuse('The pages could not be built; the reason is above.');
}
process.exit(
  await runServer(nodeBinary(), [`${root}/src/app/server/main.ts`], {
    DEMO_AT_WORK: process.env.DEMO_AT_WORK || 'yes',
  }),
);
