/** State of the telephone exchange, as the floor shows it. */
import * as z from 'zod/mini';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import { choice, flag, instant, nullable } from '#kernel/contract/field.ts';

/** Why calls are not recorded: the folder is missing, the disk is full, the test recording is empty, or another error. */
export const recordingFaults = ['no_folder', 'disk_full', 'no_sound', 'failed'] as const;
/** `one_each`: one call per free agent; `none`: no automatic call. */
export const dialsAhead = ['free', 'one_each', 'none'] as const;

export const exchange = domain('exchange', {
  state: endpoint('GET /dialer/exchange', {
    about: 'State of the telephone exchange: connected, recording, and how late its events are.',
    can: 'list_agent_live_status',
    gives: z.object({
      hasExchange: flag(),
      isHeard: flag(),
      /** Null: calls are recorded. Otherwise campaigns that require recording place no calls. */
      recordingFault: nullable(
        z.object({
          what: choice(recordingFaults),
          /** Recording folder, or the exchange's error message. */
          detail: z.string(),
          since: instant(),
        }),
      ),
      /** Delay of events in milliseconds; null: not measured. */
      lagMs: nullable(z.int()),
      dials: choice(dialsAhead),
    }),
  }),
});
