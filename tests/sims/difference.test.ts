import { describe, expect, it } from 'vitest';
import { causeOf, differs, isUnused } from '#core/sims/difference.ts';
import { SIM_STATE } from '#core/sims/sim-state.ts';
import { ASSIGNED } from '#core/units/unit.ts';

const off = { stored: SIM_STATE.deactivated, told: SIM_STATE.activated };
const inStock = { UnitStatus: 11 };

it('a SIM that is pending at its carrier is no difference', () => {
  expect(differs({ stored: SIM_STATE.activated, told: SIM_STATE.pendingActivation })).toBe(false);
  expect(differs({ stored: SIM_STATE.activated, told: SIM_STATE.activated })).toBe(false);
  expect(differs({ stored: SIM_STATE.activated, told: SIM_STATE.deactivated })).toBe(true);
  expect(differs({ stored: SIM_STATE.activated, told: null })).toBe(true);
});

describe('the cause of a difference', () => {
  it('is that a line costs money only while its carrier bills it', () => {
    for (const status of ['ACTIVATED', 'active']) expect(causeOf(off, status, inStock)).toBe('needless');
    // Nothing brings a line back to these states, so no click may end them.
    for (const status of ['TEST_READY', 'ACTIVATION_READY']) expect(causeOf(off, status, inStock)).toBe('changedThere');
    expect(causeOf(off, 'ACTIVATED', { UnitStatus: ASSIGNED })).toBe('switchedOn');
  });

  it('is none for a new unit whose SIM nobody has activated', () => {
    for (const status of ['INVENTORY', 'TEST_READY', 'ACTIVATION_READY'])
      expect(isUnused(undefined, status)).toBe(true);
    expect(isUnused(undefined, 'ACTIVATED')).toBe(false);
    expect(isUnused(SIM_STATE.deactivated, 'TEST_READY')).toBe(false);
  });
});
