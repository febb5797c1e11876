import { describe, expect, it } from 'vitest';
import { boardWrites, swapRefusal, withBoardOf } from '#core/repair/board-swap.ts';
import { testCallOf } from '#core/units/test-call.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { seedUnits } from '#scripts/seed/units.ts';

const [one, two] = [...seedUnits({ count: 2, now: Date.UTC(2026, 10, 21), dealerKey: 22, firstNumber: 700 })].map(
  (unit): UnitRecord => ({ ...unit, UnitModel: 'MXD-LTE', UnitStatus: 9 }),
) as [UnitRecord, UnitRecord];
const spare: UnitRecord = { ...two, UnitStatus: 5 };

describe('a unit with another board [P3-C71]', () => {
  it('has the numbers of the board, and keeps what belongs to its housing', () => {
    const next = withBoardOf({ ...one, configRevision: 4, configDigest: 9 }, spare);
    expect(next).toMatchObject({
      ...{ IMEI: spare.IMEI, FirmVer: spare.FirmVer, ICCID1: spare.ICCID1, ActiveICCID: spare.ActiveICCID },
      ...{ UnitSerNum: one.UnitSerNum, UnitID: one.UnitID, DealerKey: one.DealerKey, UnitStatus: 9, configRevision: 4 },
    });
    expect(next.configDigest).toBeUndefined();
  });

  it('has everything of the board, and has told nothing', () => {
    const board = {
      ...{ IMEI: '356938035643809', PCBSerNum: 'PCB-0007', FirmVer: '2.5.0.0.1', ClearCommVer: '7.1' },
      ...{
        ICCID1: '89148000000100000001',
        ICCID1State: 14,
        ICCID1Carrier: 1,
        ICCID1IP: '10.0.0.1',
        MSISDN1: '8015550101',
      },
      ...{
        ICCID2: '89011702278100000002',
        ICCID2State: 15,
        ICCID2Carrier: 0,
        ICCID2IP: '10.0.0.2',
        MSISDN2: '8015550102',
      },
      ...{ voiceReadyICCID: '89148000000100000001', ActiveICCID: '89148000000100000001' },
      ...{ activeSimSlot: 0, ActiveCarrier: 1, ActiveState: 14 },
    } as const satisfies Partial<UnitRecord>;
    const told = {
      configDigest: 9,
      pingTold: 'p',
      loginTold: 'l',
      PingInterval: 60,
      testCall: testCallOf(false, '2026-11-20T09:00:00.000Z'),
    };
    const next = withBoardOf({ ...one, ...told }, { ...spare, ...board, ...told, configDigest: 8 });
    expect(next).toMatchObject(board);
    expect(Object.keys(told).map((field) => next[field as keyof UnitRecord])).toEqual(Array(5).fill(undefined));
    expect(boardWrites({ ...one, ...told }, { ...spare, ...board })).toMatchObject({
      set: board,
      remove: expect.arrayContaining(Object.keys(told)),
    });
  });

  it('loses the numbers that the board does not have', () => {
    const { ICCID2: _iccid, MSISDN2: _phone, ...board } = spare;
    const { set, remove } = boardWrites({ ...one, ICCID2: '89011702278145361210', loginTold: 'x' }, board);
    expect(remove).toEqual(expect.arrayContaining(['ICCID2', 'loginTold']));
    expect(set).not.toHaveProperty('ICCID2');
    const { ICCID2: _none, MSISDN2: _nothing, ...bare } = one;
    expect(boardWrites(bare, board).remove).not.toContain('ICCID2');
  });

  it.each<[string, Partial<UnitRecord>, Partial<UnitRecord>, RegExp | undefined]>([
    ['from a free spare unit', {}, {}, undefined],
    ['from a unit in use', {}, { UnitStatus: 9 }, /not free: its unit is in service$/],
    ['from a destroyed unit', {}, { UnitStatus: 8 }, /not free: its unit is destroyed$/],
    ['for a destroyed unit', { UnitStatus: 8 }, {}, /is destroyed/],
    ['of another model', {}, { UnitModel: 'myConnect' }, /for the model myConnect/],
    ['of another dealer', {}, { DealerKey: 220 }, /another dealer/],
    ['without an IMEI', {}, { IMEI: '' }, /IMEI/],
    ['for a unit without an IMEI', { IMEI: '' }, {}, /IMEI/],
    ['of its own', {}, { UnitSerNum: one.UnitSerNum }, /its own board/],
  ])('%s: the rule answers', (_, unit, other, refusal) => {
    const answer = swapRefusal({ ...one, ...unit }, { ...spare, ...other });
    if (refusal === undefined) expect(answer).toBeUndefined();
    else expect(answer).toMatch(refusal);
  });
});
