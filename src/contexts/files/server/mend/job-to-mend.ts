/** A file whose refused rows can be corrected: it was read to its end and not undone. */
export interface JobToMend {
  id: number;
  type: string;
  status: string;
  isDryRun: boolean;
  isUndone: boolean;
}

export const canMend = (job: JobToMend): boolean => job.status === 'completed' && !job.isUndone;
