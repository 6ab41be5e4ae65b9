import { localised } from '#text/locale.ts';

/** Making a daily task of selected loans. */
export const taskFormText = localised('task-form', {
  name: 'Task name',
  create: 'Create task',
  createAbout: 'For today. Each borrower’s loan goes to the agent who works it.',
  createOwn: 'For you, today.',
  created: 'Task created successfully',
  nameRequired: 'Task name is required.',
});
