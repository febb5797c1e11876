import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULTS } from '#bridge/config.ts';
import { Presence } from '#bridge/presence.ts';
import type { Sessions } from '#bridge/session/sessions.ts';
import type { Claim } from '#protocol/command-port.ts';
import { MemoryPorts, SECRET } from '#support/bridge.ts';

const CLAIMS: readonly Claim[] = Array.from({ length: 60 }, (_, unit) => ({
  UnitSerNum: `UNIT${10 + unit}`,
  fence: 1,
}));
const { leaseMs, leaseRenewalIntervalMs, claimCheckMs } = DEFAULTS;
const RENEWALS_PER_ROUND = claimCheckMs / leaseRenewalIntervalMs;

let ports: MemoryPorts;
let now: number;
let tableIsDown: boolean;
/** The claims of each check that succeeded. */
let checked: (readonly Claim[])[];
let presence: Presence;

beforeEach(async () => {
  ports = new MemoryPorts();
  now = 0;
  tableIsDown = false;
  checked = [];
  const sessions = {
    claims: CLAIMS,
    async closeTaken(claims: readonly Claim[]) {
      if (tableIsDown) throw new Error('The table is down');
      checked.push(claims);
    },
  } as unknown as Sessions;
  const config = { ...DEFAULTS, bridgeId: 'one', bridgeAddress: 'http://10.0.3.7:8201', commandSecret: SECRET };
  presence = new Presence(config, ports, sessions, () => now);
  await presence.renew();
  checked = [];
});

async function renewals(count: number, { failing = false } = {}): Promise<void> {
  tableIsDown = failing;
  for (let renewal = 0; renewal < count; renewal++) {
    now += leaseRenewalIntervalMs;
    await presence.renew().catch(() => {});
  }
}
const serialNumbers = () => checked.flat().map(({ UnitSerNum }) => UnitSerNum);

describe('the check of claims', () => {
  it('reads each claim once in a round', async () => {
    await renewals(RENEWALS_PER_ROUND);
    expect(checked.map(({ length }) => length)).toEqual(Array.from({ length: RENEWALS_PER_ROUND }, () => 2));
    expect(serialNumbers()).toEqual(CLAIMS.map(({ UnitSerNum }) => UnitSerNum));
  });

  it('that fails is done again, so that no claim is left out of the round', async () => {
    await renewals(3);
    await renewals(5, { failing: true });
    await renewals(RENEWALS_PER_ROUND - 3);
    expect(serialNumbers()).toEqual(CLAIMS.map(({ UnitSerNum }) => UnitSerNum));
  });

  it('after a lapse reads all claims', async () => {
    now += leaseMs;
    await renewals(1);
    expect(checked).toEqual([CLAIMS]);
  });

  it('after a lapse that fails is done again until it succeeds, although the lease is renewed by then', async () => {
    now += leaseMs;
    await renewals(3, { failing: true });
    await renewals(1);
    expect(checked).toEqual([CLAIMS]);
  });
});
