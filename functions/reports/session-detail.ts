import { AppError } from '#core/errors.ts';
import { carrierOf } from '#core/sims/carrier.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { carriers } from '#platform/aws/carriers.ts';

/** The latest session of the SIM that the unit uses. Without an answer of the carrier: why. */
export async function sessionDetail(unit: UnitRecord) {
  const { UnitSerNum, UnitModel, FirmVer, PCBSerNum, IMEI } = unit;
  const recentUnitInfo = { UnitSerNum, UnitModel, FirmVer, IMEI, ...(PCBSerNum !== undefined && { PCBSerNum }) };
  const iccid = unit.ActiveICCID ?? unit.ICCID1;
  const carrier = iccid === undefined ? undefined : (carrierOf(iccid) ?? unit.ActiveCarrier);
  if (iccid === undefined || carrier === undefined)
    return { sessionInfo: null, usage: null, recentUnitInfo, failure: 'The unit has no SIM of a known carrier' };
  try {
    const { sessionInfo, usage } = await (await carriers())[carrier].simDetails(iccid);
    const { dateSessionStarted = null, dateSessionEnded = null } = sessionInfo;
    return {
      sessionInfo: { dateSessionStarted, dateSessionEnded, ctdDataUsage: usage.dataBytes ?? null },
      usage,
      recentUnitInfo,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { sessionInfo: null, usage: null, recentUnitInfo, failure: error.message };
  }
}
