import { isFirmwareAbove } from '../units/firmware.ts';
import { isInService } from './sim-state.ts';

/** ClearComm version that a unit needs to change between carriers [P2-K35]. */
const DUAL_SIM_CLEARCOMM = '2.3.19';

/** The firmware above which a unit can use two SIMs, unless the deployment sets another: the specification has lost the number [P2-K06]. */
export const DUAL_SIM_FIRMWARE_THRESHOLD = '2.2.0.0.3';

export const NOT_DUAL_SIM_READY = 'Both SIMs must be activated, and the firmware must support two SIMs';

interface DualSimFacts {
  ICCID1?: string | undefined;
  ICCID2?: string | undefined;
  ICCID1State?: number | undefined;
  ICCID2State?: number | undefined;
  ClearCommVer?: string | undefined;
  FirmVer: string;
}

/** Whether a unit can be switched from one SIM to the other [P2-S23 to P2-S27]. */
export const isDualSimReady = (unit: DualSimFacts, firmwareThreshold: string): boolean =>
  Boolean(unit.ICCID1) &&
  Boolean(unit.ICCID2) &&
  unit.ClearCommVer === DUAL_SIM_CLEARCOMM &&
  isFirmwareAbove(unit.FirmVer, firmwareThreshold) &&
  isInService(unit.ICCID1State) &&
  isInService(unit.ICCID2State);
