/** Input of a file job: file, lender and portfolio. */
import { Failure } from '#kernel/contract/failure.ts';
import type { JobType } from '#contexts/files/contract/file-kinds.ts';

export interface FileToRead {
  fileKey: string;
  type: JobType;
  clientId: number;
  portfolioId: number;
}
/** The input of a job that reads a file. */
export function fileToRead(asked: Partial<Omit<FileToRead, 'type'>> & { type: JobType }): FileToRead {
  const { type, fileKey, clientId, portfolioId } = asked;
  if (fileKey !== undefined && clientId !== undefined && portfolioId !== undefined)
    return { type, fileKey, clientId, portfolioId };
  const missing = Object.entries({ fileKey, clientId, portfolioId }).filter(
    ([, value]) => value === undefined,
  );
  throw new Failure(
    'INVALID_INPUT',
    {},
    missing.map(([path]) => ({ path, fault: 'required' as const })),
  );
}
