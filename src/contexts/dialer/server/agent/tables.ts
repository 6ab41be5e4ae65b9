import type { TableComments } from '#kernel/server/tables.ts';

/** What agents do and did: their logins, and each stretch of them. */
export const agentTables = {
  agent_sessions: {
    is: 'An agent in the dialer, from login to logout.',
    columns: {
      user_id: 'The agent.',
      mode: 'What the agent chose: PAUSED, READY, BREAK or OFF (logged out).',
      activity: 'What the agent does: NONE, POOL (waits for a call), RINGING, TALK, WRAP (after-call work).',
      word: 'Published status of the agent, such as IDLE, waiting, INCALL or BREAK-LUNCH.',
      never_ready: 'True: has not been ready since login.',
      break_id: 'Break the agent is on.',
      wish: 'Pending action after the call: pause, break, switch or logout.',
      wish_arg: 'Break or campaign of the pending action.',
      version: 'Counts changes of status.',
      agent_leg_id: 'Line of the agent at the provider.',
      is_leg_up: 'True: the line is up.',
      missed_legs: 'Times in a row the line was not answered.',
      current_attempt_id: 'Call the agent is on.',
      beside_attempt_id:
        'The other of two calls: on hold beside the present one, or ended and yet to be written down.',
      beside_is_said: 'True: that call has its disposition already.',
      beside_is_over: 'True: that call has ended.',
      heartbeat_at: 'Last sign of life of the agent’s page (UTC).',
      due_at: 'When the present activity has lasted too long (UTC).',
      since: 'Since when the present status holds (UTC).',
      started_at: 'Login (UTC).',
      ended_at: 'Logout (UTC); null: logged in.',
      is_said: 'True: the present call has its disposition already.',
      leg: 'Line: nailed (held up all day), per_call (own phone rung for each call), webrtc (browser).',
      leg_phone: 'Own phone, of per_call.',
      is_muted: 'True: the agent is muted.',
      is_mute_told: 'What the provider was told last of it.',
      is_line_told: 'True: the provider knows the secret of the browser line.',
      is_line_ready: 'True: the browser line is open.',
      unheard:
        'What is not heard: line (no sound of the agent’s line), voice (their microphone is silent), borrower (no sound of theirs).',
    },
  },
  agent_intervals: {
    is: 'Stretches of an agent’s day: one status from start to end. Occupancy and working hours come from it.',
    columns: {
      user_id: 'The agent.',
      session_id: 'Login it belongs to.',
      word: 'Status, as agent_sessions.word.',
      break_id: 'Break, where it was one.',
      attempt_id: 'Call, where it was one.',
      started_at: 'Start (UTC).',
      ended_at: 'End (UTC); null: it lasts.',
    },
  },
} satisfies TableComments;
