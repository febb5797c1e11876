import { type AuditedArea, type AuditedValues, number } from '../audit/wording.ts';

const start = { units: number('Units') };
const retry = {
  attempt: number('Attempt'),
  done: number('Done before'),
  failed: number('Failed before'),
  units: number('Units to do'),
};

const forUnits = (does: string, type: string) => {
  const sentence = `{actor} ${does} to switch reporting ${type} for {units}`;
  return ({ after }: { after: AuditedValues }) => `${sentence} ${after.units === 1 ? 'unit' : 'units'}`;
};

export const AUDITED = {
  kinds: { bulkAction: 'Bulk action' },
  actions: {
    'start reporting on': { sentence: forUnits('started', 'on'), fields: start },
    'start reporting off': { sentence: forUnits('started', 'off'), fields: start },
    'stop reporting on': { sentence: '{actor} stopped a bulk action that switches reporting on' },
    'stop reporting off': { sentence: '{actor} stopped a bulk action that switches reporting off' },
    'retry reporting on': { sentence: forUnits('tried again', 'on'), fields: retry },
    'retry reporting off': { sentence: forUnits('tried again', 'off'), fields: retry },
  },
} as const satisfies AuditedArea;
