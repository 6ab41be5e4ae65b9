/** `npm run dev`: the server restarting on a change, and the client with hot reload on the port above it. */
import path from 'node:path';
import { ensureInstalled, nodeBinary, refuse, requireWritable, root, runServer, say } from './lib.mjs';

await ensureInstalled();
requireWritable();
const port = Number(process.env.PORT || 3000);
if (!Number.isInteger(port) || port < 1) refuse(`PORT must be a whole number; it is “${process.env.PORT}”.`);
const clientPort = port + 1;
const publicUrl = `http://localhost:${clientPort}`;

const { createServer } = await import('vite');
const target = `http://127.0.0.1:${port}`;
const client = await createServer({
  root,
  clearScreen: false,
  logLevel: 'warn',
  server: {
    port: clientPort,
    strictPort: true,
    proxy: { '/api': target, '/socket.io': { target, ws: true } },
  },
});
await client.listen();
say(`Pages with hot reload will be at ${publicUrl} when the server is up.`);

// Links in e-mails lead to the client's address, which is also the origin the server sees.
const env = { PORT: String(port), PUBLIC_URL: publicUrl };
const main = path.join(root, 'src/app/server/main.ts');
process.exit(await runServer(nodeBinary(), ['--watch', '--watch-preserve-output', main], env));
