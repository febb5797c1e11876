import { type AuditedAction, type AuditedArea, type AuditedValues, number, text } from '../audit/wording.ts';
import { AUDITED_COMMANDS } from './command-audit.ts';
import { BulkActionName, hasValue, KINDS } from './kinds.ts';
import { auditedAs } from './words.ts';

const start = { units: number('Units'), matching: text('Query') };
const retry = {
  attempt: number('Attempt'),
  done: number('Done before'),
  failed: number('Failed before'),
  units: number('Units to do'),
};

/** The units of an entry: a number of chosen ones, or those of a query. */
const unitsOf = ({ units, matching }: AuditedValues): string =>
  matching === undefined || units !== undefined ? '{units} units' : 'all units that match ‘{matching}’';

const forUnits = (does: string, type: string) => {
  const sentence = `{actor} ${does} to switch reporting ${type} for`;
  return ({ after }: { after: AuditedValues }) => `${sentence} ${unitsOf(after)}`;
};

const makeVerizon = (does: string, oldSims: string) =>
  `{actor} ${does} to activate the Verizon SIMs of {units} units${oldSims}`;
const DEACTIVATED = ', and to deactivate their other SIMs';

const asked = { asked: text('Action') };
const askedForUnits =
  (does: string) =>
  ({ after }: { after: AuditedValues }) =>
    `{actor} ${does} ‘{asked}’ for ${unitsOf(after)}`;

/** The entries of the actions that are done with a value. Their words name the value as it was then. */
const WITH_VALUE = Object.fromEntries(
  BulkActionName.options
    .filter(hasValue)
    .flatMap((action) => KINDS[action].types)
    .flatMap((type): [string, AuditedAction][] => [
      [auditedAs('start', type), { sentence: askedForUnits('started'), fields: { ...start, ...asked } }],
      [auditedAs('retry', type), { sentence: askedForUnits('tried again'), fields: { ...retry, ...asked } }],
    ]),
) as Record<ReturnType<typeof auditedAs>, AuditedAction>;

export const AUDITED = {
  kinds: { bulkAction: 'Bulk action' },
  actions: {
    ...AUDITED_COMMANDS,
    'start reporting on': { sentence: forUnits('started', 'on'), fields: start },
    'start reporting off': { sentence: forUnits('started', 'off'), fields: start },
    'stop reporting on': { sentence: '{actor} stopped a bulk action that switches reporting on' },
    'stop reporting off': { sentence: '{actor} stopped a bulk action that switches reporting off' },
    'retry reporting on': { sentence: forUnits('tried again', 'on'), fields: retry },
    'retry reporting off': { sentence: forUnits('tried again', 'off'), fields: retry },
    'start makeVerizon keepOldSims': { sentence: makeVerizon('started', ''), fields: start },
    'start makeVerizon deactivateOldSims': { sentence: makeVerizon('started', DEACTIVATED), fields: start },
    'stop makeVerizon keepOldSims': { sentence: '{actor} stopped the activation of Verizon SIMs' },
    'stop makeVerizon deactivateOldSims': { sentence: '{actor} stopped the activation of Verizon SIMs' },
    'retry makeVerizon keepOldSims': { sentence: makeVerizon('tried again', ''), fields: retry },
    'retry makeVerizon deactivateOldSims': { sentence: makeVerizon('tried again', DEACTIVATED), fields: retry },
    ...WITH_VALUE,
  },
} as const satisfies AuditedArea;
