import { localised } from '#text/locale.ts';

/** Texts that go out to borrowers. */
export const templatesText = localised('templates', {
  title: 'Message templates',
  one: 'Template',
  created: 'Template added successfully',
  updated: 'Template updated successfully',
  failed: 'Something went wrong!',
  name: 'Name',
  channel: 'Channel',
  templateId: 'Template ID',
  templateIdHint: 'As the carrier or the DLT register knows it.',
  message: 'Message',
  messageHint: 'Write {{name}} and {{loanNumber}} where they shall stand. A recorded call needs no text.',
  empty: 'No templates yet. Add the texts your carriers have approved.',

  // Sending a file of messages.
});
