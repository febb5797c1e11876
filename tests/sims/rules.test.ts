import { describe, expect, it, test } from 'vitest';
import type { Acknowledgement } from '#core/sims/acknowledgement.ts';
import { CARRIER_NAMES, CARRIERS, carrierOf, ICCID_PREFIXES } from '#core/sims/carrier.ts';
import { isDualSimReady } from '#core/sims/dual-sim.ts';
import { Iccid, Imei } from '#core/sims/entered-numbers.ts';
import { checkDigit, hasCheckDigit, isDialable, shownImei } from '#core/sims/identifiers.ts';
import { type SimState, SimState as SimStateSchema, shownState, simStateLabel } from '#core/sims/sim-state.ts';
import {
  ACKNOWLEDGEMENTS,
  acknowledgementsFor,
  askableStates,
  mayAskFor,
  mayConfirm,
} from '#core/sims/state-change.ts';
import { simStatesFor, storedStatesOf } from '#core/sims/state-filter.ts';
import { compareFirmware, isFirmwareAbove } from '#core/units/firmware.ts';
import { Unit } from '#core/units/unit.ts';

const engineer = { engineer: true };
const dealer = { engineer: false };

describe('carriers', () => {
  it('knows exactly AT&T, Verizon and Telus, numbered from 0 [P2-K03 P2-K40 P2-E37 P3-K02]', () => {
    expect(CARRIERS.map((carrier) => [carrier, CARRIER_NAMES[carrier]])).toEqual([
      [0, 'AT&T'],
      [1, 'Verizon'],
      [2, 'Telus'],
    ]);
  });

  test.each([
    ['8901170 is AT&T [P2-K37 P3-K03]', '89011702278901234569', 0],
    ['891480 is Verizon [P2-K38 P3-K04]', '89148000000800784259', 1],
    ['8912230 is Telus [P2-K39 P3-K05]', '89122300000123456786', 2],
    ['one digit less of a prefix has no carrier', '890117', undefined],
    ['another last digit of the prefix of AT&T [P2-K37 P3-K03]', '89011712278901234569', undefined],
    ['another last digit of the prefix of Verizon [P2-K38 P3-K04]', '89148100000800784259', undefined],
    ['another last digit of the prefix of Telus [P2-K39 P3-K05]', '89122310000123456786', undefined],
    ['a prefix in the middle has no carrier', '18901170227890123456', undefined],
    ['an empty text has no carrier', '', undefined],
  ])('%s', (_, iccid, carrier) => expect(carrierOf(iccid)).toBe(carrier));

  it('have no prefix that starts another one', () => {
    const prefixes = Object.values(ICCID_PREFIXES);
    for (const prefix of prefixes) expect(prefixes.filter((other) => other.startsWith(prefix))).toEqual([prefix]);
  });
});

describe('identifiers', () => {
  test.each([
    ['79927398713', true],
    ['79927398710', false],
    ['0', true],
  ])('checks %s', (digits, right) => expect(hasCheckDigit(digits)).toBe(right));

  it('appends the only digit that makes a number valid', () => {
    const body = '8901170227890123456';
    const right = checkDigit(body);
    expect([...'0123456789'].filter((digit) => hasCheckDigit(body + digit))).toEqual([right]);
  });

  it('accepts an ICCID of 20 digits with its check digit [P2-K43 P3-K40]', () => {
    const iccid = `8901170227890123456${checkDigit('8901170227890123456')}`;
    expect(Iccid.parse(` ${iccid} `)).toBe(iccid);
    expect(Iccid.safeParse(iccid.slice(0, 19)).error?.issues[0]?.message).toBe('An ICCID has 20 digits');
    expect(Iccid.safeParse(`${iccid}0`).success).toBe(false);
    expect(Iccid.safeParse(`${iccid.slice(0, 18)}A${iccid.slice(19)}`).success).toBe(false);
    const mistyped = `${iccid.slice(0, 10)}${(Number(iccid[10]) + 1) % 10}${iccid.slice(11)}`;
    expect(Iccid.safeParse(mistyped).error?.issues[0]?.message).toBe('The check digit of the ICCID is wrong');
  });

  it('checks the first 15 digits of an IMEI and leaves the 16th to the software version [P2-K42 P3-K39]', () => {
    expect(Imei.parse('490154203237518')).toBe('490154203237518');
    expect(Imei.parse('4901542032375187')).toBe('4901542032375187');
    expect(Imei.safeParse('490154203237517').error?.issues[0]?.message).toBe('The check digit of the IMEI is wrong');
    expect(Imei.safeParse('49015420323751').success).toBe(false);
    expect(Imei.safeParse('49015420323751878').success).toBe(false);
  });

  it('shows an IMEI of more than 15 characters with its check digit alone [P1-V44 P2-V50]', () => {
    expect(shownImei('4901542032375187')).toBe('490154203237518');
    expect(shownImei('4901542032375101')).toBe('490154203237518');
    for (const stays of ['490154203237518', '490154203237517', '', 'unknown IMEI of it'])
      expect(shownImei(stays)).toBe(stays);
  });

  it('is of AT&T, Verizon or Telus: a unit runs on one of them [P1-E02]', () => {
    expect(CARRIERS.map((carrier) => CARRIER_NAMES[carrier])).toEqual(['AT&T', 'Verizon', 'Telus']);
    const { ActiveCarrier } = Unit.shape;
    expect([0, 1, 2, 3].map((carrier) => ActiveCarrier.safeParse(carrier).success)).toEqual([true, true, true, false]);
  });

  it('treats a number of more than 11 digits, or none, as not dialable [P2-V49]', () => {
    expect(isDialable('18015550123')).toBe(true);
    expect(isDialable('+1 (801) 555-0123')).toBe(true);
    expect(isDialable('180155501234')).toBe(false);
    expect(isDialable('882350000123456')).toBe(false);
    expect(isDialable('')).toBe(false);
    expect(isDialable(undefined)).toBe(false);
  });
});

describe('SIM states', () => {
  test.each<[string, SimState, string]>([
    ['P2-S01', 14, 'Activated'],
    ['P2-S02', 15, 'Deactivated'],
    ['P2-S03', 18, 'Test Ready'],
    ['P2-S04', 19, 'Inventory'],
    ['P2-S05', 20, 'Activation Ready'],
    ['P2-S06', 21, 'Retired'],
    ['P2-S07', 22, 'Purged'],
    ['P2-S08', 34, 'Pending Activation'],
    ['P2-S11', 36, 'Provisioning Voice'],
  ])('[%s] shows %i as %s to everybody', (_, state, label) => {
    expect(simStateLabel(state, engineer)).toBe(label);
    expect(simStateLabel(state, dealer)).toBe(label);
  });

  it('shows Non-Billing to engineers and Deactivated to others, as text and code [P2-S09 P2-S10]', () => {
    expect(simStateLabel(35, engineer)).toBe('Non-Billing');
    expect(simStateLabel(35, dealer)).toBe('Deactivated');
    expect(shownState(35, dealer)).toBe(15);
    expect(shownState(35, engineer)).toBe(35);
  });

  it('lists all states to engineers; to others without Non-Billing and without 18 to 22 [P2-A05 P2-A06 P2-K36]', () => {
    expect(simStatesFor(engineer)).toEqual([14, 15, 18, 19, 20, 21, 22, 34, 35, 36]);
    expect(simStatesFor(dealer)).toEqual([14, 15, 34, 36]);
  });

  it('finds Non-Billing SIMs among the deactivated ones for users who see both as one', () => {
    expect(storedStatesOf(15, dealer)).toEqual([15, 35]);
    expect(storedStatesOf(15, engineer)).toEqual([15]);
    expect(storedStatesOf(35, dealer)).toEqual([]);
  });

  it('rejects other codes', () => {
    expect([13, 16, 17, 23, 33, 37].some((code) => SimStateSchema.safeParse(code).success)).toBe(false);
  });
});

describe('changing a state', () => {
  const all = Object.keys(ACKNOWLEDGEMENTS) as Acknowledgement[];

  it('allows everybody to activate and deactivate, engineers to request the rest, and nobody the states that only happen', () => {
    expect(askableStates(dealer)).toEqual([14, 15]);
    expect([18, 19, 20, 21, 22, 35].every((state) => mayAskFor(state as SimState, engineer))).toBe(true);
    expect([18, 19, 20, 21, 22, 34, 35, 36].some((state) => mayAskFor(state as SimState, dealer))).toBe(false);
    expect([34, 36].some((state) => mayAskFor(state as SimState, engineer))).toBe(false);
  });

  it('needs three acknowledgements before the active SIM is deactivated [P2-B120 P2-B121 P2-B122 P2-B123]', () => {
    const change = { target: 15, activeCarrier: true } as const;
    expect(acknowledgementsFor(change).map((key) => ACKNOWLEDGEMENTS[key])).toEqual([
      'The unit becomes inoperable and can no longer be reached. Nobody can call for help with it.',
      'An activation fee applies when the SIM is activated again.',
      'The caller ID changes.',
    ]);
    for (const left of acknowledgementsFor(change)) {
      expect(
        mayConfirm(
          change,
          all.filter((given) => given !== left),
        ),
      ).toBe(false);
    }
    expect(mayConfirm(change, all)).toBe(true);
  });

  test.each([
    { target: 14, activeCarrier: true },
    { target: 14, activeCarrier: false },
    { target: 15, activeCarrier: false },
  ] as const)('needs only the activation fee for %o [P2-B124]', (change) => {
    expect(acknowledgementsFor(change)).toEqual(['activationFee']);
    expect(mayConfirm(change, [])).toBe(false);
    expect(mayConfirm(change, ['callerId'])).toBe(false);
    expect(mayConfirm(change, ['activationFee'])).toBe(true);
  });
});

describe('firmware', () => {
  test.each([
    ['2.2.0.0.3', '2.2.0.0.3', 0],
    ['2.2.0.0.10', '2.2.0.0.3', 1],
    ['2.10', '2.9.9', 1],
    ['2.2', '2.2.0.0.1', -1],
    ['2.2.0', '2.2', 0],
    ['2.2.0.0.4_beta9', '2.2.0.0.4', 0],
    ['', '0.0.1', -1],
  ])('compares %s with %s as numbers', (left, right, sign) =>
    expect(Math.sign(compareFirmware(left, right))).toBe(sign),
  );

  it('is above a threshold only when it is not the threshold itself', () => {
    expect(isFirmwareAbove('2.2.0.0.3', '2.2.0.0.3')).toBe(false);
    expect(isFirmwareAbove('2.2.0.0.4', '2.2.0.0.3')).toBe(true);
  });
});

describe('dual SIM', () => {
  const ready = {
    ICCID1: '89011702278901234569',
    ICCID2: '89148000000800784259',
    ICCID1State: 14,
    ICCID2State: 36,
    ClearCommVer: '2.3.19',
    FirmVer: '2.2.0.0.4',
  };

  it('is ready when all four conditions hold [P2-S23 P2-K35]', () =>
    expect(isDualSimReady(ready, '2.2.0.0.3')).toBe(true));

  test.each([
    ['[P2-S24] the first SIM is missing', { ICCID1: undefined }],
    ['[P2-S24] the second SIM is missing', { ICCID2: '' }],
    ['[P2-S25] ClearComm is older', { ClearCommVer: '2.3.18' }],
    ['[P2-S25] ClearComm is newer', { ClearCommVer: '2.3.190' }],
    ['[P2-S25] ClearComm is unknown', { ClearCommVer: undefined }],
    ['[P2-S26] the firmware is the threshold itself', { FirmVer: '2.2.0.0.3' }],
    ['[P2-S26] the firmware is older', { FirmVer: '1.9.9.9.9' }],
    ['[P2-S27] the first SIM is deactivated', { ICCID1State: 15 }],
    ['[P2-S27] the second SIM is pending', { ICCID2State: 34 }],
    ['[P2-S27] the second SIM has no state', { ICCID2State: undefined }],
  ])('is not ready when %s', (_, change) => expect(isDualSimReady({ ...ready, ...change }, '2.2.0.0.3')).toBe(false));

  it('compares the firmware with the given threshold', () => {
    expect(isDualSimReady(ready, '2.2.0.0.4')).toBe(false);
    expect(isDualSimReady({ ...ready, FirmVer: '2.2.0.0.2' }, '2.2.0.0.1')).toBe(true);
  });
});
