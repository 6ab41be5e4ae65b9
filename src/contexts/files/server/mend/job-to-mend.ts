/** A file with correctable rows: completely read and not undone. */
export interface JobToMend {
  id: number;
  type: string;
  status: string;
  isDryRun: boolean;
  isUndone: boolean;
}

export const canMend = (job: JobToMend): boolean => job.status === 'completed' && !job.isUndone;
