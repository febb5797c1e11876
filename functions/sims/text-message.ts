import { stepAfter } from '#adapters/carriers/ledger.ts';
import { wasNotAsked } from '#adapters/carriers/wanted.ts';
import { askerOf } from '#core/auth/identities.ts';
import { AppError } from '#core/errors.ts';
import { isInterruptingText } from '#core/interlock/held-back.ts';
import type { Rights, Scope } from '#core/scope.ts';
import { isActiveSim } from '#core/sims/active-sim.ts';
import { CARRIER_NAMES, type Carrier } from '#core/sims/carrier.ts';
import { requestOrigin } from '#core/sims/carrier-request.ts';
import { sims } from '#core/sims/contract.ts';
import { isPingText, TEXT_LIMIT, TOO_MANY_TEXTS } from '#core/sims/text-message.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { requireNotHeldBack } from '#data/interlock/safety-facts.ts';
import { type AttemptLimit, attemptStore } from '#data/kit/attempts.ts';
import { simChangeStore } from '#data/sims/sim-changes.ts';
import { forgetTextMessage, recordTextMessage } from '#data/sims/text-messages.ts';
import { unitStore } from '#data/units/units.ts';
import { carriers } from '#platform/aws/carriers.ts';
import { checkedInTurn, reasonIn, rightsOf } from '#platform/sims/in-turn.ts';
import { type StoredSim, storedSlot } from '#platform/sims/slot.ts';

const ATT: Carrier = 0;
const LIMIT: AttemptLimit = { kind: 'textToUnit', ...TEXT_LIMIT };

interface Asked {
  UnitSerNum: string;
  textMessage: string;
  UnitModel?: UnitModel | undefined;
}

/** Asks the carrier of the active SIM, or AT&T, to send a text to the unit. The carrier may deliver it later. */
export async function sendTextMessage(scope: Scope, asked: Asked, by: 'active' | 'att') {
  const { UnitSerNum, textMessage: text } = asked;
  const now = Date.now();
  const { unit, slot, sim } = await requireText(scope, asked, by);
  const carrier = (await carriers())[sim.carrier];
  if (!(await attemptStore.count(LIMIT, UnitSerNum, now))) throw new AppError('TOO_MANY', TOO_MANY_TEXTS);
  try {
    await recordTextMessage(scope, unit, { slot, text }, now);
  } catch (refusal) {
    // No text is sent, so none is counted.
    await attemptStore.undoCount(LIMIT, UnitSerNum, now);
    throw refusal;
  }
  const rightsInTurn = rightsOf(askerOf(scope), sims[by === 'active' ? 'smsMessage' : 'smsMessageAT'].access);
  const turn = checkedInTurn(async () => {
    const again = await requireText(await rightsInTurn(), asked, by);
    if (again.sim.iccid !== sim.iccid) throw new AppError('CONFLICT', 'The unit uses another SIM now');
  });
  try {
    const { messageId } = await carrier.sendSms(sim.iccid, text, {
      isWanted: turn.isWanted,
      origin: requestOrigin(scope, 'unitPage'),
    });
    return { messageId, carrier: sim.carrier };
  } catch (error) {
    const reason = wasNotAsked(error) ? turn.reasonOf(error) : undefined;
    if (reason) {
      await simChangeStore.notAsked(unit, slot, { text }, reasonIn(reason), Date.now());
      await attemptStore.undoCount(LIMIT, UnitSerNum, now);
    }
    if (stepAfter(error) !== 'unknown') await forgetTextMessage(UnitSerNum, text, now);
    throw reason ?? error;
  }
}

/** The unit and the SIM that gets the text, if it may be sent now. */
async function requireText(
  by: Pick<Rights, 'dealerPath'>,
  { UnitSerNum, textMessage, UnitModel }: Asked,
  to: 'active' | 'att',
) {
  const unit = await unitStore.get(by, UnitSerNum);
  if (UnitModel !== undefined && UnitModel !== unit.UnitModel)
    throw new AppError('CONFLICT', 'The unit has another model now. Please load the page again');
  if (isPingText(textMessage) && unit.AllowSMSConnect === '0')
    throw new AppError('CONFLICT', 'This unit may not be asked by SMS to connect');
  const found = to === 'active' ? activeSim(unit) : simOfAtt(unit);
  if (isInterruptingText(textMessage)) await requireNotHeldBack('restart', UnitSerNum, Date.now());
  return { unit, ...found };
}

interface Found {
  slot: 1 | 2;
  sim: StoredSim;
}

function activeSim(unit: UnitRecord): Found {
  // A unit with a SIM that no slot has goes by its configured slot.
  const slot = ([1, 2] as const).find((one) => isActiveSim(unit, one)) ?? (unit.activeSimSlot === 0 ? 1 : 2);
  const sim = storedSlot(unit, slot);
  if (!sim) throw new AppError('NOT_FOUND', 'The unit has no active SIM');
  return { slot, sim };
}

function simOfAtt(unit: UnitRecord): Found {
  for (const slot of [1, 2] as const) {
    const sim = storedSlot(unit, slot);
    if (sim?.carrier === ATT) return { slot, sim };
  }
  throw new AppError('NOT_FOUND', `The unit has no SIM of ${CARRIER_NAMES[ATT]}`);
}
