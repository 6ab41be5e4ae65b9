import { startServer } from './server.ts';

/** One server with a small demo agency for all browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer({ port: Number(process.env['E2E_PORT']) });
  // Where a test brings about what only a large agency has.
  process.env['E2E_DATA'] = server.dataDir;
  return () => server.remove();
}
