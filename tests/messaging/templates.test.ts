/** Texts that go out to borrowers, and files of messages sent with them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { communications } from '../../src/contexts/messaging/contract/communications.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { templates } from '../../src/contexts/messaging/contract/templates.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended, errorsOf } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
const ids: Record<string, number> = {};
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_communications_file');
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, mobile)
    select n, 1, 1, person.id, 'T' || n, '987650000' || n from person, generate_series(1, 3) n`);
  const add = async (channel: 'sms' | 'whatsApp' | 'ivr', name: string, message?: string) => {
    ids[name] = (await admin.call(templates.create, { channel, name, templateId: '1107', message }))?.id ?? 0;
  };
  await add('sms', 'Due', 'Dear {{name}}, loan {{loanNumber}} is due.');
  await add('whatsApp', 'reminder_v2', 'Ready to pay, {{name}}?');
  await add('ivr', 'Round one');
});
afterAll(() => server.stop());

test('a template has one name, one channel, and a text unless it is a recorded call', async () => {
  const made = { channel: 'sms', name: ' due ', message: 'Again' } as const;
  expect((await refusal(admin.call(templates.create, made))).body.code).toBe('TAKEN');
  const silent = await refusal(admin.call(templates.create, { channel: 'rcs', name: 'Silent' }));
  expect(silent.body.fields).toEqual([expect.objectContaining({ path: 'message', fault: 'required' })]);
  expect(await admin.call(templates.whatsapp, {})).toEqual([{ id: ids.reminder_v2, name: 'reminder_v2' }]);
  expect(await admin.call(templates.ivr, {})).toEqual([{ id: ids['Round one'], name: 'Round one' }]);
  const { rows } = await admin.call(templates.list, { channel: 'sms' });
  expect(rows.map(({ name }) => name)).toEqual(['Due']);
});

const parse = async (body: string, options: object) => {
  const fileKey = await deliver(admin, body);
  return admin.call(files.parse, {
    fileKey,
    type: 'IMPORT_MESSAGE_FILE',
    clientId: 1,
    portfolioId: 1,
    ...options,
  });
};

test('a row without a channel is sent by every selected channel, with the text of its template', async () => {
  const made = await parse('LOAN NUMBER,CHANNEL,MESSAGE\nT1,,\nT2,SMS,Own words\nT3,RCS,\n', {
    smsSend: true,
    smsTemplateId: ids.Due,
    whatsAppSend: true,
    whatsAppTemplateName: 'Reminder_V2',
    ivrSend: true,
    ivrDialerCampaignId: ids['Round one'],
  });
  const job = await ended(admin, made?.id ?? 0);
  expect(job).toMatchObject({
    correctRecords: 2,
    communication: {
      smsSend: { templateName: 'Due', status: 'stored' },
      whatsAppSend: { templateName: 'reminder_v2' },
      ivrSend: { campaignId: ids['Round one'], campaignName: 'Round one', isStarted: false },
      rcsSend: null,
    },
  });
  expect(await errorsOf(admin, job)).toEqual(['4,"MESSAGE","message missing","T3","RCS",""']);
  const of = (list: typeof communications.sms) => admin.call(list, { jobId: job.id });
  const [sms, whatsapp, ivr] = [
    await of(communications.sms),
    await of(communications.whatsapp as typeof communications.sms),
    await of(communications.ivr as typeof communications.sms),
  ];
  expect(sms.rows.map(({ message }) => message ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    'Dear Asha Rao, loan T1 is due.',
    'Own words',
  ]);
  expect(whatsapp.rows).toMatchObject([{ message: 'Ready to pay, Asha Rao?', status: 'stored' }]);
  expect(ivr.rows).toMatchObject([{ message: null, campaignName: 'Round one' }]);
  const kept = await server.database.rows(
    sql`select distinct template_id as id from messages where channel = 'whatsApp'`,
  );
  expect(kept).toEqual([{ id: '1107' }]);
});

test('a selected channel needs an active template; without any a row must name its channel', async () => {
  const refused = async (options: object) =>
    (await refusal(parse('LOAN NUMBER\nT1\n', options))).body.fields?.map(({ path, fault }) => [path, fault]);
  expect(await refused({ smsSend: true })).toEqual([['smsTemplateId', 'required']]);
  expect(await refused({ rcsSend: true, rcsTemplateId: ids.Due })).toEqual([['rcsTemplateId', 'invalid']]);
  await admin.call(templates.edit, { id: String(ids.Due), isActive: false });
  expect(await refused({ smsSend: true, smsTemplateId: ids.Due })).toEqual([['smsTemplateId', 'invalid']]);
  const made = await parse('LOAN NUMBER,MESSAGE\nT1,Hello\n', {});
  const job = await ended(admin, made?.id ?? 0);
  expect(await errorsOf(admin, job)).toEqual(['2,"CHANNEL","channel missing","T1","Hello"']);
});
