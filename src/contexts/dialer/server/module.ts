/** The dialer: campaigns, agents, calls, dispositions, recordings, and the live board. */
import { enqueueRecordingRetention, callEraser, forgetRecordings } from './recordings/forget.ts';
import { bestTimeSlot, eraserSlot, timelineSlot } from '#contexts/loans/server/slots.ts';
import { callTimeline } from './timeline.ts';
import { agency } from '#contexts/agency/server/module.ts';
import { signOutSlot } from '#contexts/agency/server/slots.ts';
import { contact } from '#contexts/contact/server/module.ts';
import { lenders } from '#contexts/lenders/server/module.ts';
import { campaignStoppedSlot } from '#contexts/lenders/server/slots.ts';
import { loans } from '#contexts/loans/server/module.ts';
import { messaging } from '#contexts/messaging/server/module.ts';
import { work } from '#contexts/work/server/module.ts';
import { dispositionSlot, taskDialerSlot } from '#contexts/work/server/slots.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Running, fill, module } from '#kernel/server/module.ts';
import { exportSlot, gaugeSlot } from '#kernel/server/slots.ts';
import { callGauges, exchangeGauge, exchangeStateGauges } from './gauges.ts';
import { dialerMasters } from '../masters.ts';
import { endDialerSession, said } from './agent/after-call.ts';
import { dialerOf } from './agent/standing.ts';
import { boardTopic } from './board/board.ts';
import { callExport } from './calls/export.ts';
import { bestTimeOf, countAnswers } from './best-time/answers.ts';
import { callRoutes } from './calls/routes.ts';
import { bookCallBack } from './leads/call-backs.ts';
import { restingOfTask } from './leads/rests.ts';
import { stopDialer } from './leads/stop-campaign.ts';
import { missedRoutes } from './inbound/missed-routes.ts';
import { openDialer } from './engine/engine.ts';
import { exchangeState } from './exchange-state/state.ts';
import { replayRoutes } from './pacing/replay/routes.ts';
import { placeCall } from './place-call.ts';
import { questionRoutes } from './quality/card-routes.ts';
import { measureRecordings } from './quality/measure-job.ts';
import { reviewRoutes } from './quality/routes.ts';
import { keepFetching } from './recordings/jobs.ts';
import { keepRemoving } from './recordings/removal.ts';
import { enqueueSweep, sweepRecordings } from './recordings/sweep.ts';
import { recordingRoutes } from './recordings/routes.ts';
import { dialerRoutes } from './routes.ts';
import { telephonyOf } from './telephony/telephony.ts';

declare module '#kernel/server/operation/environment.ts' {
  interface Environment {
    /** ARI address of the Asterisk; absent: calls are simulated in a demo, and impossible in production. */
    ariUrl?: string;
    /** In the demo: agents are at work on simulated calls, and outside calling hours the floor shows their last day again. */
    isDemoAtWork: boolean;
    /** Intervals of agents leave the database after so many months; absent: never. */
    intervalMonths?: number;
  }
}

export const dialer = module({
  name: 'dialer',
  owns: [
    'leads',
    'redial_rules',
    'list_shares',
    'answer_hours',
    'call_attempts',
    'line_health',
    'line_days',
    'call_events',
    'call_transfers',
    'call_listens',
    'call_keys',
    'listening_rule',
    'queue_calls',
    'missed_calls',
    'machine_checks',
    'machine_messages',
    'agent_sessions',
    'agent_intervals',
    'dialer_leases',
    'dialer_nodes',
    'dialer_processes',
    'recordings',
    'recording_removals',
    'exchange_states',
    'call_audio',
    'call_reviews',
    'call_calibrations',
    'telephony_lines',
    'simulated_legs',
  ],
  masters: dialerMasters,
  needs: [agency, lenders, loans, contact, messaging, work],
  provides: ({ config: { ariUrl }, database, clock, log, isDemo, contact: policy }) => {
    const provider = telephonyOf({ ariUrl, database, clock, log, isDemo });
    return {
      provider,
      calling: {
        ...policy,
        caps: provider.caps,
        browser: provider.browser,
        isHeard: () => provider.isHeard(),
        exchange: { state: (tx: Tx) => exchangeState(tx, provider.id) },
      },
    };
  },
  fills: ({ own: { calling, provider } }) => [
    fill(exportSlot, callExport),
    fill(gaugeSlot, ...callGauges, exchangeGauge(provider), ...exchangeStateGauges),
    fill(timelineSlot, callTimeline),
    fill(bestTimeSlot, bestTimeOf),
    fill(eraserSlot, callEraser),
    fill(signOutSlot, endDialerSession),
    fill(campaignStoppedSlot, stopDialer),
    fill(dispositionSlot, said, bookCallBack),
    fill(taskDialerSlot, { dialerOf, placeCall: placeCall.bind(null, calling), restingOf: restingOfTask }),
  ],
  routes: ({ config, database, store, messaging: { startRecorded }, own: { calling, provider } }) => [
    ...dialerRoutes({ ...calling, startRecorded, replays: config.isDemoAtWork }),
    ...callRoutes,
    ...recordingRoutes({ provider, files: store, database }),
    ...questionRoutes,
    ...replayRoutes({ database }),
    ...reviewRoutes,
    ...missedRoutes({ provider, files: store, database }),
  ],
  jobs: ({ database, clock, store, own: { provider } }) => [
    forgetRecordings({ database, clock, store }),
    measureRecordings({ database, clock, store }),
    sweepRecordings({ database, clock, provider }),
  ],
  keeps: ({ database, clock, jobs, own: { provider } }) => [
    () => enqueueRecordingRetention(database, clock, jobs),
    () => enqueueSweep({ database, clock, provider }, jobs),
    () => countAnswers(database, clock.now()),
  ],
  starts: ({
    database,
    clock,
    log,
    jobs,
    store,
    failAt,
    connected,
    contact: { evaluate },
    own: { provider },
  }) => {
    const engine = async (): Promise<Running> => {
      const { heard, stop } = await openDialer({
        database,
        clock,
        log,
        failAt,
        connected,
        evaluate,
        provider,
      });
      return { hears: heard, topics: [boardTopic], stop };
    };
    return [
      engine(),
      keepFetching({ database, clock, files: store, jobs, provider }, log),
      keepRemoving({ database, clock, provider }, log),
    ];
  },
});
