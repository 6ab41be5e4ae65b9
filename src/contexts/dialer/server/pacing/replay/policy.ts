/** Our pacing as a policy of a simulated shift. */
import { type PacingSettings, decide, pacingDefaults } from '../decide.ts';
import { freshMemory, learn } from '../memory.ts';
import type { PacingPolicy } from './centre.ts';

export function pacedBy(settings: Partial<PacingSettings> = {}, name = 'ours'): PacingPolicy {
  const chosen = { ...pacingDefaults, ...settings };
  let memory = freshMemory();
  return {
    name,
    everyS: 1,
    onChange: true,
    ask: (scene) => decide(memory, scene, chosen),
    saw(event) {
      memory = learn(
        memory,
        event.type === 'reached' || event.type === 'unreached'
          ? { ...event, targetAbandon: chosen.targetAbandon }
          : event,
      );
    },
  };
}
