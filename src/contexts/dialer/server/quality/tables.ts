import type { TableComments } from '#kernel/server/tables.ts';

export const qualityTables = {
  call_audio: {
    is: 'What the sound of a call says. It stays when the sound is deleted.',
    columns: {
      attempt_id: 'The call.',
      measured_at: 'When it was measured (UTC).',
      seconds: 'Length of the sound, seconds.',
      silence_s: 'Silence in all, pauses of two seconds and more, seconds.',
      longest_silence_s: 'The longest of them, seconds.',
      loud_s: 'Louder than -14 dB under full scale, seconds.',
      interruptions: 'How often one began while the other spoke; null: both voices are in one channel.',
      picked: 'Why somebody is to score it: random, silence, loudness, interruptions.',
    },
  },
  score_cards: {
    is: 'What calls are scored by.',
    columns: { name: 'Its name.', description: 'What it is for.', is_active: 'Calls are scored by it.' },
  },
  score_questions: {
    is: 'A question of a score card.',
    columns: {
      card_id: 'The card.',
      section: 'Part of the card it stands in.',
      question: 'What is asked of the call.',
      kind: 'scored (by its weight) or conduct (a rule that was kept or broken).',
      weight: 'Weight, 0 to 100; 0 for conduct.',
      is_fatal: 'True: a No to it makes the score nought.',
      place: 'Order within the card.',
      is_active: 'It is asked.',
    },
  },
  call_reviews: {
    is: 'A call scored by somebody with a card. What was written goes with the recording; figures stay.',
    columns: {
      attempt_id: 'The call.',
      card_id: 'The card.',
      reviewer_id: 'Who scored it.',
      agent_id: 'Agent of the call; null: none joined.',
      answers: 'Questions as they were asked, with their answers (yes, partly, no, na) and notes.',
      score: 'Percent; null: no question that counts was answered.',
      is_fatal: 'True: a fatal question was answered No.',
      broken: 'Rules of conduct that were broken.',
      comment: 'What the reviewer wrote, for other reviewers.',
      coaching: 'What the reviewer wrote to the agent; empty: nothing.',
      reply: 'What the agent answered.',
      acknowledged_at: 'When the agent had read it (UTC).',
    },
  },
  call_calibrations: {
    is: 'A call that two people score by one card without seeing each other.',
    columns: {
      attempt_id: 'The call.',
      card_id: 'The card.',
      reviewer_ids: 'The two.',
      asked_by: 'Who asked for it.',
      asked_at: 'When (UTC).',
    },
  },
} satisfies TableComments;
