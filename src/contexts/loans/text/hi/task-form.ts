import type { taskFormText } from '../en/task-form.ts';
import type { Overlay } from '#text/locale.ts';

export const taskFormHindi: Overlay<typeof taskFormText> = {
  name: 'काम का नाम',
  create: 'काम बनाएँ',
  createAbout: 'आज के लिए। हर उधारकर्ता का लोन उसी एजेंट को जाता है जो उस पर काम करता है।',
  createOwn: 'आपके लिए, आज।',
  created: 'काम बन गया',
  nameRequired: 'काम का नाम ज़रूरी है।',
};
