import { mayAccess, monitoringCentres, USER_TYPE } from '#core/access.ts';
import type { Asked } from '#core/auth/asked.ts';
import { askerOf } from '#core/auth/identities.ts';
import { checkedArguments } from '#core/consoles/arguments.ts';
import { idOfKind } from '#core/consoles/command-id.ts';
import { commandNamed, needsOfCommand } from '#core/consoles/commands.ts';
import { consoles } from '#core/consoles/contract.ts';
import { custodyActOf } from '#core/consoles/custody.ts';
import { KEEP_ALIVE } from '#core/consoles/keep-alive.ts';
import { UNABLE_TO_CONNECT } from '#core/consoles/messages.ts';
import { AppError } from '#core/errors.ts';
import type { ClientMessage } from '#core/live/messages.ts';
import { operatorCommandNamed } from '#core/monitoring-centers/voice.ts';
import type { Scope } from '#core/scope.ts';
import { SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { giverOf } from '#data/consoles/command-audit.ts';
import { commandStore, type WaitingCommand } from '#data/consoles/commands.ts';
import { custodyStore } from '#data/consoles/custody.ts';
import { consoleSessionStore } from '#data/consoles/sessions.ts';
import { newId } from '#data/kit/id.ts';
import { requireHeldAlarm } from '#data/monitoring-centers/held-alarms.ts';
import { requireOwnHome } from '#data/unit-configuration/former-home.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { unitStore } from '#data/units/units.ts';
import { commandBridge } from '#platform/aws/bridge.ts';
import { sendTo, tellCustody } from '#platform/live/publish.ts';
import { scopeOf } from '#platform/session/sign-in.ts';

/** A console waits 6 s for a command [P2-K20]. A unit that gets the command much later must not act on it. */
const VALID_FOR_MS = 10 * SECOND;

type CommandMessage = Extract<ReturnType<typeof ClientMessage.parse>, { action: 'command' }>;

/**
 * Records a command with its audit entry, answers with its id, and sends it to the bridge that holds the unit. The unit's answer is
 * published on the topic of its console.
 */
export async function command(connectionId: string, scope: Scope, message: CommandMessage): Promise<void> {
  const now = Date.now();
  const { requestId, UnitSerNum } = message;
  await requireRight(scope, message.token, now);
  // An operator's alarm is checked at each command: another operator can take it over.
  const unit = isOperator(scope)
    ? await requireHeldAlarm(scope, UnitSerNum, now)
    : await unitStore.get(scope, UnitSerNum);
  const given = checkedCommand(scope, unit, message);
  await requireOwnHome(unit, given.command);
  const connection = await unitConnectionStore.get(UnitSerNum, now);
  if (!connection) throw new AppError('UNAVAILABLE', UNABLE_TO_CONNECT);

  await holdFor({ connectionId, scope, unit, handlesAlarm: isOperator(scope) }, given.command, now);
  if (given.command !== KEEP_ALIVE) await consoleSessionStore.use({ scope, connectionId, unit }, now);

  const commandId = idOfKind('console', newId(now));
  const recorded: WaitingCommand = {
    UnitSerNum,
    commandId,
    ...given,
    validUntil: now + VALID_FOR_MS,
    DealerKey: scope.dealerKey,
    givenBy: scope.userName,
    // The console sends keep-alives by itself. They change nothing, so the audit leaves them out.
    ...(given.command !== KEEP_ALIVE && { giver: giverOf(scope, unit, askedFor(scope, unit, given.command)) }),
  };
  await commandStore.queue(recorded, now);
  // Before the unit can answer, so that the console knows the id of each answer.
  await sendTo(connectionId, { action: 'recorded', requestId, commandId });
  try {
    await commandBridge(connection.bridgeAddress, { UnitSerNum, commandId, ...given, expiresAt: now + VALID_FOR_MS });
  } catch (error) {
    await commandStore.end(UnitSerNum, commandId, { outcome: 'withdrawn' }, Date.now());
    throw error;
  }
}

async function requireRight(scope: Scope, token: string, now: number): Promise<void> {
  const bearer = await scopeOf(`Bearer ${token}`, now);
  if (bearer?.sessionId !== scope.sessionId) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  if (!isOperator(scope) && !mayAccess(consoles.tcpConnect.access, scope))
    throw new AppError('FORBIDDEN', 'You do not have access to this');
}

const isOperator = ({ userType }: Scope) => userType === USER_TYPE.monitoringCentre;

/** What the bridge asks again before it sends the command. */
function askedFor(scope: Scope, { UnitModel }: UnitRecord, name: string): Asked {
  const by = askerOf(scope);
  if (isOperator(scope)) return { by, needs: [monitoringCentres], forAlarm: true };
  return { by, needs: [consoles.tcpConnect.access, ...needsOfCommand(UnitModel, name)] };
}

/** Takes the console for a command, or keeps it. CONFLICT if somebody else holds it. */
async function holdFor(acting: Parameters<typeof custodyStore.act>[0], name: string, now: number): Promise<void> {
  const act = custodyActOf(name);
  if (act && (await custodyStore.act(acting, act, now))) await tellCustody(acting.unit.UnitSerNum);
}

/** The command and its arguments. Throws if the message is meant for another unit, or the console could not have sent it. */
function checkedCommand(
  scope: Scope,
  { UnitModel, IMEI }: UnitRecord,
  { UnitModel: namedModel = UnitModel, imei = IMEI, command: name, arguments: given }: CommandMessage,
): Pick<WaitingCommand, 'command' | 'arguments'> {
  if (namedModel !== UnitModel || imei !== IMEI)
    throw new AppError('INVALID', 'The unit has another model or modem now. Please load the page again');
  const known = isOperator(scope)
    ? operatorCommandNamed(UnitModel, name)
    : commandNamed(UnitModel, name, { engineer: scope.flags.includes('ENGINEER') });
  if (!known) throw new AppError('FORBIDDEN', `You may not send ${name} to a ${UnitModel}`);
  return { command: name, arguments: checkedArguments(known, given) };
}
