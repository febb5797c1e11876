import { describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { isAcknowledged } from '#core/bulk-actions/acknowledgements.ts';
import { AUDITED } from '#core/bulk-actions/audit.ts';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import { mayDoAction } from '#core/bulk-actions/bulk-action.ts';
import { commandsOf } from '#core/bulk-actions/command.ts';
import { BulkActionType, type BulkActionValue, CHOSEN, KINDS, misfitsOf } from '#core/bulk-actions/kinds.ts';
import { finishedOccurrence, stoppedOccurrence } from '#core/bulk-actions/occurrence.ts';
import { outcomeOf } from '#core/bulk-actions/outcome.ts';
import { actionWords, auditedAs } from '#core/bulk-actions/words.ts';
import type { Acknowledgement } from '#core/sims/acknowledgement.ts';
import type { ChosenSims } from '#core/sims/chosen-sims.ts';
import { ACKNOWLEDGEMENTS } from '#core/sims/state-change.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { acknowledging, CHOICES } from '#web/shared/bulk-actions/choices.ts';
import { withFollowed } from '#web/shared/bulk-actions/followed.ts';
import { countLabel } from '#web/shared/bulk-actions/outcomes.ts';
import {
  changesWords,
  endWords,
  leavesWords,
  noUnitWords,
  openWords,
  reasonsWords,
  stateBadge,
  stopWords,
} from '#web/shared/bulk-actions/state-words.ts';
import { withProgress } from '#web/shared/bulk-actions/use-bulk-action.ts';

const action = (given: Partial<BulkAction> = {}): BulkAction => ({
  bchKey: '01JD8P4W8Y0000000000000000',
  action: 'reporting',
  type: 'off',
  UnitModel: 'MXD-LTE',
  state: 'running',
  attempt: 1,
  turn: 0,
  total: 10,
  done: 4,
  failed: 1,
  isStalled: false,
  createdAt: '2026-11-21T09:00:00.000Z',
  createdBy: 'ada',
  dealerKey: 1,
  ...given,
});

it('an action changes the units that its dry run leaves, and with a profile at most these', () => {
  expect(changesWords('tag', 3)).toBe('It changes 3 units');
  expect(changesWords(undefined, 1)).toBe('It changes 1 unit');
  expect(changesWords('profile', 3)).toBe('It changes at most 3 units');
  expect(changesWords('sim', 3)).toBe('It changes at most 3 units');
});

it('how many units an action leaves is said, of all units or of the first', () => {
  expect(leavesWords(1)).toBe('It leaves 1 unit as it is');
  expect(leavesWords(2)).toBe('It leaves 2 units as they are');
  expect(leavesWords(1, 1000)).toBe('Of the first 1,000 units it leaves 1 unit as it is');
});

it('the reasons of units that stay as they are begin with the most frequent one', () => {
  const units = (...counts: [reason: string, count: number][]) =>
    counts.flatMap(([reason, count]) => Array.from({ length: count }, () => ({ reason })));
  expect(reasonsWords(units(['It has no SIM', 3]))).toBe('It has no SIM');
  expect(reasonsWords(units(['There is no such unit', 1], ['It has no SIM', 2]))).toBe(
    'It has no SIM (2 units); There is no such unit (1 unit)',
  );
  expect(reasonsWords(units(['a', 5], ['b', 4], ['c', 3], ['d', 2]))).toBe(
    'a (5 units); b (4 units); c (3 units); 1 other reason',
  );
  expect(reasonsWords(units(['a', 5], ['b', 4], ['c', 3], ['d', 2], ['e', 1]))).toMatch(/; 2 other reasons$/);
});

it('an action needs both the flag of bulk actions and that of the change of one unit', () => {
  const may = (userType: 1 | 2 | 3 | 4, ...flags: ('UNIT' | 'UNIT_EDIT' | 'BULK_ACTIONS')[]) =>
    mayDoAction('reporting', { userType, flags });
  expect(may(USER_TYPE.dealerStaff, 'UNIT_EDIT', 'BULK_ACTIONS')).toBe(true);
  expect(may(USER_TYPE.dealerStaff, 'UNIT_EDIT')).toBe(false);
  expect(may(USER_TYPE.dealerStaff, 'UNIT', 'BULK_ACTIONS')).toBe(false);
  expect(may(USER_TYPE.monitoringCentre, 'UNIT_EDIT', 'BULK_ACTIONS')).toBe(false);
});

/** A value of each action that needs one. */
const VALUES: Readonly<Record<BulkActionValue['action'], BulkActionValue>> = {
  tag: { action: 'tag', tag: 'loan' },
  profile: { action: 'profile', ProfileKey: 7, ProfileName: 'Homes' },
  dealer: { action: 'dealer', DealerKey: 220, DealerName: 'Cedar' },
  sim: { action: 'sim', sims: 'notInUse', acknowledged: [] },
  plan: { action: 'plan', carrier: 1, plan: 'M2M 5', acknowledged: [] },
  carrier: { action: 'carrier', carrier: 1, deactivateOld: true, acknowledged: [] },
};

it('lists all bulk actions with their texts, which name what they are done with', () => {
  const possible = CHOSEN.action.options.flatMap((name) => KINDS[name].types.map((type) => `${name} ${type}`));
  expect(CHOICES.map((choice) => `${choice.action} ${choice.type}`)).toEqual(possible);
  const givenTo = (type: BulkActionType) =>
    Object.values(VALUES).find((value) => KINDS[value.action].types.includes(type));
  expect(BulkActionType.options.map((type) => actionWords({ type, value: givenTo(type) }))).toEqual([
    'Switch reporting on',
    'Switch reporting off',
    'Activate the Verizon SIMs',
    'Activate the Verizon SIMs, deactivate the others',
    'Add the tag loan',
    'Remove the tag loan',
    'Assign the profile Homes',
    'Move to Cedar',
    'Activate the SIM not in use',
    'Deactivate the SIM not in use',
    'Change the communication plan of Verizon to M2M 5',
    'Change the carrier to Verizon, deactivate the other SIM',
  ]);
  expect([unitCount(1), unitCount(1000)]).toEqual(['1 unit', '1,000 units']);
});

it('a start says what the user has acknowledged of SIMs, which is more if a unit can lose its line', () => {
  const off = CHOICES.find(({ type }) => type === 'deactivateSim')!;
  const asked = (sims: ChosenSims) => acknowledging(off, { action: 'sim', sims, acknowledged: [] });
  expect(asked('notInUse')).toMatchObject({
    weight: { severity: 'final' },
    value: { acknowledged: ['activationFee'] },
  });
  for (const sims of ['inUse', 'each'] as const)
    expect(asked(sims)).toEqual({
      weight: {
        severity: 'stopsHelp',
        acknowledgements: [
          'The units become inoperable and can no longer be reached. Nobody can call for help with them.',
          ACKNOWLEDGEMENTS.activationFee,
          ACKNOWLEDGEMENTS.callerId,
        ],
      },
      value: { action: 'sim', sims, acknowledged: ['inoperable', 'activationFee', 'callerId'] },
    });
  const plan = CHOICES.find(({ type }) => type === 'changePlan')!;
  expect(acknowledging(plan, VALUES.plan)).toEqual({
    weight: plan.weight,
    value: { ...VALUES.plan, acknowledged: ['noVoice'] },
  });
  const carrier = CHOICES.find(({ type }) => type === 'changeCarrier')!;
  expect(acknowledging(carrier, VALUES.carrier)).toEqual({
    weight: {
      severity: 'stopsHelp',
      acknowledgements: [
        'Nobody can call for help with these units until they have connected over the other SIM.',
        ACKNOWLEDGEMENTS.activationFee,
        ACKNOWLEDGEMENTS.callerId,
      ],
    },
    value: { ...VALUES.carrier, acknowledged: ['onTheWay', 'activationFee', 'callerId'] },
  });
  const tag = CHOICES.find(({ type }) => type === 'addTag')!;
  expect(acknowledging(tag, VALUES.tag)).toEqual({ weight: tag.weight, value: VALUES.tag });
});

it('a start without what it needs is not acknowledged', () => {
  const sims = (type: 'activateSim' | 'deactivateSim', which: ChosenSims, acknowledged: Acknowledgement[]) =>
    isAcknowledged({ type, value: { action: 'sim', sims: which, acknowledged } });
  expect([sims('deactivateSim', 'each', ['activationFee']), sims('deactivateSim', 'notInUse', [])]).toEqual([
    ...[false, false],
  ]);
  expect([sims('deactivateSim', 'notInUse', ['activationFee']), sims('activateSim', 'each', [])]).toEqual([
    ...[true, false],
  ]);
  const plan = (acknowledged: Acknowledgement[]) =>
    isAcknowledged({ type: 'changePlan', value: { action: 'plan', carrier: 1, plan: 'M2M 5', acknowledged } });
  expect([plan(['activationFee']), plan(['noVoice'])]).toEqual([false, true]);
  expect(isAcknowledged({ type: 'addTag', value: { action: 'tag', tag: 'loan' } })).toBe(true);
});

it('the audit has words for what is done with each action', () => {
  const keys = Object.entries(KINDS).flatMap(([action, { types }]) =>
    types.flatMap((type) =>
      (['start', 'retry'] as const).map((does) =>
        action in VALUES ? auditedAs(does, type) : `${does} ${action} ${type}`,
      ),
    ),
  );
  expect(Object.keys(AUDITED.actions)).toEqual(expect.arrayContaining(keys));
});

it('an action has its own types, and its own value if it needs one', () => {
  const problems = (asked: Parameters<typeof misfitsOf>[0]) => misfitsOf(asked).map(({ path }) => path);
  for (const [name, { types }] of Object.entries(KINDS)) {
    const kind = CHOSEN.action.safeParse(name).data;
    for (const type of kind ? types : []) {
      const value = VALUES[kind as BulkActionValue['action']];
      expect(problems({ action: kind!, type, value })).toEqual([]);
      const other = Object.values(VALUES).find((one) => one.action !== kind);
      if (other) expect(problems({ action: kind!, type, value: other })).toEqual(['value']);
      if (value) expect(problems({ action: kind!, type })).toEqual(['value']);
    }
  }
  expect(problems({ action: 'reporting', type: 'addTag' })).toEqual(['type']);
});

it.each([
  [{ state: 'queued' }, ['pause', 'cancel']],
  [{ state: 'running' }, ['pause', 'cancel']],
  [{ state: 'running', isStalled: true }, ['resume', 'pause', 'cancel']],
  [{ state: 'paused' }, ['resume', 'cancel']],
  [{ state: 'stopped' }, ['resume', 'cancel']],
  [{ state: 'cancelled' }, []],
  [{ state: 'finished' }, ['retry']],
  [{ state: 'finished', failed: 0 }, []],
] as const)('offers exactly the commands that are possible: %j', (given, commands) => {
  expect(commandsOf(action(given))).toEqual(commands);
});

it('shows the progress of an action, and whether rows failed', () => {
  expect(stateBadge(action({ state: 'queued' })).label).toBe('Queued');
  expect(stateBadge(action()).label).toBe('Running');
  expect(stateBadge(action({ isStalled: true }))).toEqual({ tone: 'warning', label: 'No progress' });
  expect(stateBadge(action({ state: 'finished', failed: 0 }))).toEqual({ tone: 'ok', label: 'Finished' });
  expect(stateBadge(action({ state: 'finished' }))).toEqual({
    tone: 'warning',
    label: 'Finished with failures',
  });
  expect(stateBadge(action({ state: 'paused' }))).toEqual({ tone: 'warning', label: 'Paused' });
  expect(stateBadge(action({ state: 'cancelled' }))).toEqual({ tone: 'muted', label: 'Cancelled' });
  expect((['running', 'paused', 'cancelled'] as const).map((state) => openWords({ state }))).toEqual([
    'To do',
    'To do',
    'Not reached',
  ]);
});

describe('the end of an action', () => {
  it('says how many units were updated [P2-M66]', () => {
    expect(endWords(action({ state: 'finished', done: 10, failed: 0 }))).toEqual({
      tone: 'ok',
      title: 'Updated 10 units',
      description: 'Switch reporting off',
    });
  });

  it('says neither of SIMs that they were updated nor that all their carriers were asked', () => {
    const given = { action: 'sim', type: 'deactivateSim', value: VALUES.sim } as const;
    const ended = { ...given, state: 'finished', done: 9, failed: 1 } as const;
    expect(endWords(action({ ...ended, asked: 5, already: 1 }))).toEqual({
      tone: 'warning',
      title: 'Updated 3 units, asked the carrier about 5 units, 1 unit was so already',
      description: 'Deactivate the SIM not in use, 1 unit failed',
    });
    expect(endWords(action({ ...ended, asked: 0, already: 9 })).title).toBe('9 units were so already');
    expect(endWords(action({ ...given, state: 'paused', asked: 4 })).description).toBe(
      'Asked the carrier about 4 units, 1 unit failed, 5 units to do',
    );
  });

  it('says of SIMs whose carriers were not counted apart that they were asked or done', () => {
    const old = action({ action: 'sim', type: 'deactivateSim', value: VALUES.sim, state: 'finished', done: 9 });
    expect(endWords(old).title).toBe('Asked or done: 9 units');
    expect(countLabel(old, 'updated')).toBe('Asked or done');
    expect(finishedOccurrence(old).text).toMatch(/finished: 9 asked or done, 1 failed\.$/);
    expect(countLabel({ ...old, asked: 0, already: 0 }, 'updated')).toBe('Updated');
  });

  it('says how many failed, even if all did', () => {
    expect(endWords(action({ state: 'finished', done: 0, failed: 10 }))).toEqual({
      tone: 'warning',
      title: 'Updated 0 units',
      description: 'Switch reporting off, 10 units failed',
    });
  });

  it('says how many were not reached because it was cancelled, and are to do while it is paused', () => {
    expect(endWords(action({ state: 'cancelled' }))).toEqual({
      tone: 'notice',
      title: 'Cancelled: Switch reporting off',
      description: 'Updated 4 units, 1 unit failed, 5 units not reached',
    });
    expect(endWords(action({ state: 'paused' }))).toMatchObject({
      title: 'Paused: Switch reporting off',
      description: 'Updated 4 units, 1 unit failed, 5 units to do',
    });
  });

  it('says that more units can be found if it is held before they all are', () => {
    const held = action({ state: 'paused', isPartial: true, total: 90, done: 0, failed: 0 });
    expect(endWords(held).description).toBe('Updated 0 units, 90 units found so far to do');
  });

  it('says why it stopped by itself', () => {
    const stopReason = 'ada may no longer use bulk actions';
    expect(endWords(action({ state: 'stopped', stopReason }))).toEqual({
      tone: 'warning',
      title: 'Stopped: Switch reporting off',
      description: `${stopReason}, updated 4 units, 1 unit failed, 5 units to do`,
    });
    expect(stopWords({ stopReason })).toBe(
      `It has stopped. ${stopReason}. If it is resumed while this is still so, it stops again.`,
    );
    expect(stopWords({})).toBe('It has stopped.');
  });

  it('does not repeat why it had stopped before it was cancelled', () => {
    const cancelled = action({ state: 'cancelled', stopReason: 'ada may no longer use bulk actions', done: 1 });
    expect(endWords(cancelled).description).toBe('Updated 1 unit, 1 unit failed, 8 units not reached');
  });
});

it('a notification counts units that were asked or so already by themselves', () => {
  const counts = {
    ...{ action: 'reporting' as const, bchKey: 'a' },
    attempt: 1,
    dealerKey: 1,
    done: 4,
    failed: 1,
    total: 10,
  };
  expect(finishedOccurrence({ ...counts, asked: 2, already: 1 }).text).toMatch(
    /finished: 1 done, 2 asked of the carrier, 1 so already, 1 failed\.$/,
  );
  expect(finishedOccurrence(counts).text).toMatch(/finished: 4 done, 1 failed\.$/);
  expect(stoppedOccurrence({ ...counts, asked: 4, stopReason: 'No' }).text).toMatch(
    /stopped: 0 done, 4 asked of the carrier, 1 failed, 5 to do\. No\.$/,
  );
});

it.each([
  [{ state: 'queued' }, 'toDo'],
  [{ state: 'cancelled' }, 'toDo'],
  [{ state: 'done' }, 'updated'],
  [{ state: 'done', asked: true }, 'asked'],
  [{ state: 'done', already: true }, 'already'],
  [{ state: 'failed' }, 'failed'],
] as const)('the outcome of a row %o is %s', (row, outcome) => {
  expect(outcomeOf(row)).toBe(outcome);
});

it('a list without units says that some can follow only while the action goes on', () => {
  expect(noUnitWords({ state: 'running' }, 'failed').title).toBe('No unit yet');
  expect(noUnitWords({ state: 'paused' }, undefined).title).toBe('No unit yet');
  expect(noUnitWords({ state: 'finished' }, 'failed')).toEqual({
    title: 'No unit',
    description: 'No unit has this outcome.',
  });
  expect(noUnitWords({ state: 'cancelled' }, undefined).title).toBe('No unit');
});

it('an action that is followed twice is announced once, at the end of its latest attempt', () => {
  const first = { bchKey: 'a', attempt: 1 };
  const other = { bchKey: 'b', attempt: 1 };
  expect(withFollowed([first, other], action({ bchKey: 'a', attempt: 2 }))).toEqual([
    other,
    { bchKey: 'a', attempt: 2 },
  ]);
});

describe('a live message of a bulk action', () => {
  const known = { bulkAction: action(), rows: [] };

  it('updates its progress', () => {
    expect(withProgress(known, action({ done: 7 })).bulkAction.done).toBe(7);
  });

  it('does not reduce its progress if it arrives late', () => {
    expect(withProgress(known, action({ done: 2, failed: 0 }))).toBe(known);
  });

  it('shows that failed units are retried', () => {
    const finished = { bulkAction: action({ state: 'finished', done: 8, failed: 2 }), rows: [] };
    expect(withProgress(finished, action({ attempt: 2, done: 8, failed: 0 })).bulkAction).toMatchObject({
      state: 'running',
      failed: 0,
    });
  });

  it('of before its end or its pause arrives too late to start it again', () => {
    for (const state of ['finished', 'paused', 'cancelled'] as const) {
      const ended = { bulkAction: action({ state }), rows: [] };
      expect(withProgress(ended, action())).toBe(ended);
    }
    expect(withProgress(known, action({ state: 'paused' })).bulkAction.state).toBe('paused');
  });

  it('shows that a paused one is resumed, or cancelled', () => {
    const paused = { bulkAction: action({ state: 'paused' }), rows: [] };
    expect(withProgress(paused, action({ turn: 1 })).bulkAction.state).toBe('running');
    expect(withProgress(paused, action({ state: 'cancelled' })).bulkAction.state).toBe('cancelled');
  });
});
