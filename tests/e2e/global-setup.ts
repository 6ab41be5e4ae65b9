import { startServer } from './server.ts';

/** One server with a small demo agency for all browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startServer({ port: Number(process.env['E2E_PORT']) });
  return () => server.remove();
}
