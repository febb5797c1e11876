interface ActiveSim {
  ICCID1?: string | undefined;
  ICCID2?: string | undefined;
  ActiveICCID?: string | undefined;
  activeSimSlot: 0 | 1;
}

/** Whether the unit runs on the SIM in this slot. Before its first login, its configuration says so. */
export const isActiveSim = (unit: ActiveSim, slot: 1 | 2): boolean =>
  unit.ActiveICCID === undefined ? unit.activeSimSlot === slot - 1 : unit.ActiveICCID === unit[`ICCID${slot}`];
