import { mayAccess, USER_TYPE } from '#core/access.ts';
import { consoles } from '#core/consoles/contract.ts';
import { AppError } from '#core/errors.ts';
import { type ClientMessage, consoleTopic } from '#core/live/messages.ts';
import type { Scope } from '#core/scope.ts';
import { custodyStore } from '#data/consoles/custody.ts';
import { freeCustody } from '#data/consoles/custody-record.ts';
import { consoleSessionStore } from '#data/consoles/sessions.ts';
import { requireHeldAlarm } from '#data/monitoring-centers/held-alarms.ts';
import { unitStore } from '#data/units/units.ts';
import { sendTo, tellCustody } from '#platform/live/publish.ts';
import { requireTopic } from '#platform/live/topic-right.ts';

type CustodyMessage = Extract<ReturnType<typeof ClientMessage.parse>, { action: 'custody' }>;

/** Asks for the console of a unit, hands it over or leaves it, which ends the session. */
export async function custody(connectionId: string, scope: Scope, { UnitSerNum, act }: CustodyMessage): Promise<void> {
  const now = Date.now();
  const topic = consoleTopic(UnitSerNum);
  if (act === 'release') {
    // Also by somebody who has lost the right meanwhile.
    await consoleSessionStore.end(UnitSerNum, connectionId, now);
    if (await freeCustody(UnitSerNum, connectionId)) await tellCustody(UnitSerNum);
    return;
  }
  if (act === 'look') await requireTopic(scope, topic);
  else {
    const handlesAlarm = scope.userType === USER_TYPE.monitoringCentre;
    const unit = handlesAlarm
      ? await requireHeldAlarm(scope, UnitSerNum, now)
      : await requireCommands(scope, UnitSerNum);
    if (await custodyStore.act({ scope, connectionId, unit, handlesAlarm }, act, now)) await tellCustody(UnitSerNum);
  }
  await sendTo(connectionId, { topic, message: await custodyStore.view(scope, UnitSerNum, now) });
}

async function requireCommands(scope: Scope, UnitSerNum: string) {
  if (!mayAccess(consoles.tcpConnect.access, scope)) throw new AppError('FORBIDDEN', 'You do not have access to this');
  return unitStore.get(scope, UnitSerNum);
}
