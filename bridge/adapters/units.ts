import { UnitEntity } from '#data/units.ts';
import type { RefusalName } from '#protocol/errors.ts';
import type { Admission, Units } from '../ports.ts';

/** A unit that is silent for longer than three of these is given up. */
const HEARTBEAT_SECONDS = 60;
const DESTROYED = 8;

/** The modem's own number is the first 15 digits; a 16th tells its software and changes with it. */
const modemOf = (imei: string) => imei.slice(0, 15);

/** Serves the units that the table knows, under the modem that it knows them by. */
export const tableUnits: Units = {
  async authenticate({ UnitSerNum, UnitModel, imei }): Promise<Admission> {
    const { data: unit } = await UnitEntity.get({ UnitSerNum }).go();
    if (!unit) return refused('unknownUnit');
    if (modemOf(unit.IMEI) !== modemOf(imei)) return refused('imeiMismatch');
    if (unit.UnitModel !== UnitModel) return refused('modelMismatch');
    if (unit.UnitStatus === DESTROYED) return refused('outOfService');
    return { accepted: true, heartbeatSeconds: HEARTBEAT_SECONDS };
  },
};

const refused = (refusal: RefusalName): Admission => ({ accepted: false, refusal });
