import { type AuditedArea, inWords, number, text } from '../audit/wording.ts';
import { ROLLOUT_STATE_WORDS, type RolloutState } from './rollout.ts';

const state = inWords('State', (word) => ROLLOUT_STATE_WORDS[word as RolloutState] ?? word);
const change = { state, reason: text('Reason') };

export const AUDITED = {
  kinds: { rollout: 'Rollout' },
  actions: {
    'propose rollout': {
      sentence: '{actor} proposed the rollout {name} of {version}',
      fields: { name: text('Name'), version: text('Version'), stages: number('Stages') },
    },
    'approve rollout': { sentence: '{actor} approved the rollout {name}', fields: { ...change, name: text('Name') } },
    'pause rollout': { sentence: '{actor} paused the rollout {name}', fields: { ...change, name: text('Name') } },
    'resume rollout': { sentence: '{actor} resumed the rollout {name}', fields: { ...change, name: text('Name') } },
    'end rollout': { sentence: '{actor} ended the rollout {name}', fields: { ...change, name: text('Name') } },
    'roll back rollout': {
      sentence: '{actor} rolled back the rollout {name}',
      fields: { ...change, name: text('Name') },
    },
  },
} as const satisfies AuditedArea;
