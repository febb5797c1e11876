import { AppError } from '#core/errors.ts';
import { UNIT_NOT_FOUND } from '#core/logs/contract.ts';
import type { LogSource } from '#core/logs/log-source.ts';
import { instantsOf } from '#core/logs/moments.ts';
import { isInLog, type ProtocolChoice } from '#core/logs/protocol-filter.ts';
import { shownMessage } from '#core/logs/shown-message.ts';
import type { Scope } from '#core/scope.ts';
import { shownImei } from '#core/sims/identifiers.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { readRange } from '#data/history/read-range.ts';
import { unitLookupStore } from '#data/units/unit-lookups.ts';
import { unitStore } from '#data/units/units.ts';
import { logOf } from './log-of.ts';

interface ProtocolAsked extends ProtocolChoice {
  startDate: string;
  endDate: string;
  utcOffset: number;
  cursor?: string | undefined;
  pageSize: number;
}

/** A page of the protocol log of a unit. */
export async function readProtocolLog(
  scope: Scope,
  unit: UnitRecord | undefined,
  asked: ProtocolAsked,
  source: LogSource = 'Current',
) {
  if (!unit) throw new AppError('NOT_FOUND', UNIT_NOT_FOUND);
  const { startDate, endDate, utcOffset, cursor, pageSize, ...choice } = asked;
  const { UnitSerNum, UnitModel, IMEI } = unit;
  const range = { id: UnitSerNum, ...instantsOf({ startDate, endDate, dateOffset: utcOffset }), cursor, pageSize };
  const { older, ...page } = await readRange(scope, range, (visible) =>
    protocolLogStore.page(logOf(source, unit, Date.now()), visible, (message) => {
      const entry = shownMessage(message, { UnitSerNum, imei: IMEI });
      return isInLog(entry, choice) ? entry : undefined;
    }),
  );
  return { ...page, ...(older && { olderTime: older.MessageTime }), UnitSerNum, UnitModel, imei: IMEI };
}

/** The unit with the serial number, in the scope. */
export const unitBySerial = async (scope: Scope, UnitSerNum: string) =>
  (await unitStore.getMany(scope, [UnitSerNum]))[0];

const IMEI_DIGITS = 15;

/** The unit with the IMEI, whose 16th digit is the version of its software, or with the serial number. */
export async function unitByImei(scope: Scope, text: string): Promise<UnitRecord | undefined> {
  if (text.length < IMEI_DIGITS) return unitBySerial(scope, text);
  const imei = text.slice(0, IMEI_DIGITS);
  const found = await unitByImeiPrefix(scope, imei);
  if (found) return found;
  // The portal shows a check digit where some units report the version of their software.
  const shown = await unitByImeiPrefix(scope, imei.slice(0, -1));
  return shown && shownImei(shown.IMEI) === imei ? shown : undefined;
}

async function unitByImeiPrefix(scope: Scope, prefix: string): Promise<UnitRecord | undefined> {
  const { serialNumbers } = await unitLookupStore.find(scope, 'IMEI', prefix, 1);
  return serialNumbers[0] === undefined ? undefined : unitBySerial(scope, serialNumbers[0]);
}
