import { expect, test } from 'vitest';
import { messageStatuses } from './descriptor.ts';
import { channelOf, channels, isRecorded, listedChannels, recorded } from './channels.ts';
import { templates } from '#contexts/messaging/contract/templates.ts';

test('a channel lists its message statuses in order', () => {
  for (const channel of channels) {
    const { statuses } = channelOf[channel];
    expect(statuses).toEqual(messageStatuses.filter((one) => (statuses as readonly string[]).includes(one)));
    expect(statuses).toEqual(expect.arrayContaining(['stored', 'queued', 'sent', 'delivered', 'failed']));
  }
  const areRead = channels.filter((one) => (channelOf[one].statuses as readonly string[]).includes('read'));
  expect(areRead).toEqual(expect.arrayContaining(['whatsApp', 'rcs']));
  expect(areRead).not.toContain('sms');
});

test('what one message costs is paise, and no channel is for nothing', () => {
  for (const channel of channels) {
    const { costs } = channelOf[channel];
    expect([channel, Number.isInteger(costs) && costs > 0 && costs < 1000]).toEqual([channel, true]);
  }
});

test('recorded calls and templates with a separate address derive from the description', () => {
  expect(recorded).toEqual(channels.filter(isRecorded));
  expect(Object.keys(listedChannels((channel) => channel))).toEqual(['whatsapp', 'ivr']);
  expect([templates.whatsapp.path, templates.ivr.path]).toEqual([
    '/integrations/ezsip/whatsapp/dropDown',
    '/integrations/ezsip/listIVR',
  ]);
});
