import { BULK_ACTION_ACCESS } from '#core/bulk-actions/bulk-action.ts';
import { type BulkActionValue, KINDS } from '#core/bulk-actions/kinds.ts';
import { COMMAND_WAITS_MS, idOfKind } from '#core/consoles/command-id.ts';
import { AppError } from '#core/errors.ts';
import type { LaterRights } from '#core/scope.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { NOT_CONNECTED, simsOfChange, usesCarrier, whyNoCarrierChange } from '#core/sims/carrier-change.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import {
  ALREADY,
  type BulkActionOutcome,
  bulkActionRowStore,
  bulkRowEntities,
  settling,
} from '../bulk-actions/bulk-action-rows.ts';
import { givenEntries, giverOf } from '../consoles/command-audit.ts';
import { commandStore, type WaitingCommand, waitingEntities, waitingWrites } from '../consoles/commands.ts';
import { custodyStore } from '../consoles/custody.ts';
import { commandMayYetBeDone } from '../consoles/may-be-done.ts';
import { requireNotHeldBack } from '../interlock/safety-facts.ts';
import type { CommandTools } from '../kit/area.ts';
import { change, refusedAs } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { newId } from '../kit/id.ts';
import { unitConnectionStore } from '../units/unit-connections.ts';
import {
  commandsOf,
  markEntities,
  markEntry,
  markWrites,
  OTHER_IS_MARKED,
  simDeactivationStore,
} from './sim-deactivations.ts';

const ASKED = 'The unit was told to connect over the other SIM. It has not done so yet';
const COMMAND = 'GoToMode';
const SETTLED = new AppError('CONFLICT', 'The unit has its outcome already');

/**
 * Tells a unit with two SIMs to connect over that of another carrier, by the rule of one unit, and on request marks the SIM that it leaves. The command, the mark
 * and the outcome of the row are one transaction, so a row that is done again tells nothing twice. The command is sent after that:
 * of a worker that was killed before, the next one sends it (`unsentCommands`).
 */
export async function changeCarrier(
  outcome: BulkActionOutcome,
  rights: LaterRights,
  unit: UnitRecord,
  tools: CommandTools,
): Promise<unknown> {
  const { now } = outcome;
  if (await bulkActionRowStore.isSettled(outcome)) return;
  const { carrier } = changeOf(outcome);
  if (usesCarrier(unit, carrier)) return bulkActionRowStore.done(outcome, ALREADY);
  const refusal =
    whyNoCarrierChange(unit, carrier, tools.dualSimFirmware()) ?? (await whyNotNow(rights, unit, now).catch(asWords));
  if (refusal !== undefined) return bulkActionRowStore.fail(outcome, refusal);
  const command = commandOf(outcome, rights, unit, tools);
  try {
    await record(outcome, rights, unit, command, tools);
  } catch (error) {
    if (error === SETTLED) return;
    if (error instanceof AppError && error.code === 'TOO_MANY') return bulkActionRowStore.fail(outcome, error.message);
    throw error;
  }
  await tools.sendCommand(command);
}

/** Why the unit cannot be told at this moment. Undefined if it can. Throws CONFLICT if it may be needed for help, or if somebody else holds its console. */
async function whyNotNow(rights: LaterRights, { UnitSerNum }: UnitRecord, now: number): Promise<string | undefined> {
  if (!(await unitConnectionStore.get(UnitSerNum, now))) return NOT_CONNECTED;
  // As the bridge asks before it sends the command.
  await requireNotHeldBack('restart', UnitSerNum, now);
  await custodyStore.requireOpen(rights, UnitSerNum, COMMAND, now);
  return undefined;
}

function asWords(error: unknown): string {
  if (error instanceof AppError && error.code === 'CONFLICT') return error.message;
  throw error;
}

const commandOf = (
  outcome: BulkActionOutcome,
  rights: LaterRights,
  unit: UnitRecord,
  { askedBy }: CommandTools,
): WaitingCommand => ({
  UnitSerNum: unit.UnitSerNum,
  commandId: idOfKind('console', newId(outcome.now)),
  command: COMMAND,
  arguments: { mode: CARRIER_NAMES[changeOf(outcome).carrier] },
  validUntil: outcome.now + COMMAND_WAITS_MS,
  DealerKey: rights.dealerKey,
  givenBy: rights.userName,
  giver: {
    ...giverOf(rights, unit, { by: askedBy, needs: [BULK_ACTION_ACCESS, KINDS.carrier.access] }),
    partOf: outcome.bulkAction.bchKey,
  },
});

const entities = { ...bulkRowEntities, ...waitingEntities, ...markEntities };
const CHANGED = 'The unit changed meanwhile';
const MAX_EARLIER = 20;
const refused = { settled: SETTLED, known: CHANGED, other: OTHER_IS_MARKED, changed: CHANGED };

/** Stores the command, the outcome of the row, and the mark if one is asked for. Throws SETTLED if the row has its outcome, or the action was stopped. */
async function record(
  outcome: BulkActionOutcome,
  rights: LaterRights,
  unit: UnitRecord,
  command: WaitingCommand,
  { askedBy }: CommandTools,
): Promise<void> {
  const { bulkAction, now } = outcome;
  const by = { ...rights, askedBy };
  const { commandId } = command;
  await commandStore.withRoom(
    unit.UnitSerNum,
    async (turn) => {
      // In turn: of two actions at once, the second one reads the command of the first.
      const old = await simToMark(outcome, unit);
      const marks = old === undefined ? [] : [markEntry(by, unit, old.iccid, now, bulkAction.bchKey)];
      const audit = [...givenEntries(command, now), ...marks];
      await change(
        { entities: { ...entities, ...turn.entities }, audit, about: unit, refused: { ...refused, ...turn.refused } },
        (to) => [
          ...settling(to, outcome, 'done', { reason: ASKED, asked: true }).map((one) => refusedAs('settled', one)),
          ...waitingWrites(to, command, now),
          ...(old === undefined
            ? [to.unit.check({ UnitSerNum: unit.UnitSerNum }).where(isAsRead(unit)).commit()]
            : markWrites(to, by, unit, { ...old, commandId }, now)),
          turn.write(to),
        ],
      );
    },
    now,
  );
}

/**
 * The SIM that the unit leaves, if the action deactivates it, with the commands of before that may change it too. Undefined if a person has marked it
 * already.
 */
async function simToMark(outcome: BulkActionOutcome, unit: UnitRecord) {
  const { carrier, deactivateOld } = changeOf(outcome);
  const old = deactivateOld ? simsOfChange(unit, carrier)?.from : undefined;
  if (old === undefined) return undefined;
  const marked = await simDeactivationStore.get(unit);
  if (marked?.iccid !== old) return { iccid: old };
  if (marked.commandId === undefined) return undefined;
  return { iccid: old, earlierCommands: (await commandsOf(unit, marked, commandMayYetBeDone)).slice(-MAX_EARLIER) };
}

/** The unit has the dealer, the SIMs and the SIM in use that were read. */
const isAsRead =
  (was: UnitRecord) =>
  (unit: Required<UnitRecord>, { eq, notExists }: Operations): string =>
    [
      eq(unit.dealerPath, was.dealerPath),
      ...(['ICCID1', 'ICCID2', 'ActiveICCID'] as const).map((name) =>
        was[name] === undefined ? notExists(unit[name]) : eq(unit[name], was[name]),
      ),
    ].join(' AND ');

const changeOf = ({ bulkAction: { value } }: BulkActionOutcome) =>
  value as Extract<BulkActionValue, { action: 'carrier' }>;
