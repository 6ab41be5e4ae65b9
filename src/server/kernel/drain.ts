import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/**
 * Takes no new connections, answers what was asked, and closes each connection after its answer; what is not answered
 * within `ms` is cut off, and its sender asks again elsewhere.
 */
export async function drain(app: FastifyInstance, ms: number): Promise<void> {
  const { server } = app;
  // One whose answer went out just now idles for more than a minute otherwise.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), ms);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(limit);
  }
}
