import { WHOLE_TREE } from '#core/scope.ts';
import { instant, MINUTE } from '#core/time.ts';
import { MAX_PARTS, type Told } from '#core/unit-configuration/reported.ts';
import {
  deliverable,
  FORGET_AGAIN_MS,
  isForgettingHome,
  isGoodMoment,
  lacksConfiguration,
  MessageKeyHex,
  queuedAt,
} from '#core/unit-configuration/sync-queue.ts';
import type { ConfigurationReport, DownloadReport } from '#core/unit-messages/common-reports.ts';
import type { OperationReport } from '#core/unit-messages/wearable-reports.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { unitConfigurationStore } from '#data/unit-configuration/configurations.ts';
import { renewMessage } from '#data/unit-configuration/renew-message.ts';
import { allMessages } from '#data/unit-configuration/sync-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { unitStore } from '#data/units/units.ts';
import { syncOverBridge } from '#platform/aws/bridge.ts';
import { logger } from '#platform/aws/observability.ts';
import { isNear } from '#protocol/clock.ts';

/** Longer than the lease of a bridge that died. A message that fails for longer must not become a dead letter: the ping itself is stored. */
const RETRIED_FOR_MS = 3 * MINUTE;

interface Message {
  UnitSerNum: string;
  bootId: number;
  sequence: number;
  fence: number;
  receivedAt: number;
}

/** What a ping or a login tells of the unit's configuration; undefined for a unit that takes none. */
export function toldOf(
  { fence, bootId, sequence }: Message,
  said: { configurationRevision?: number; configurationDigest?: number },
): Told | undefined {
  const { configurationRevision: revision, configurationDigest: digest } = said;
  return revision === undefined || digest === undefined ? undefined : { revision, digest, fence, bootId, sequence };
}

/**
 * Sends a unit that has just pinged what waits for it. `unit` is as the write of the ping left it: it says whether something waits, so a ping
 * needs no read for that. It is undefined if the message came again or late, when the unit is read. A ping that waited in the unit says
 * nothing about the present.
 */
export async function syncAtPing(
  { UnitSerNum, receivedAt }: Message,
  pingedAt: number,
  told: Told | undefined,
  unit: UnitRecord | undefined,
): Promise<void> {
  if (!told || !isNear(pingedAt, receivedAt)) return;
  const current = unit ?? (await unitStore.getMany(WHOLE_TREE, [UnitSerNum]))[0];
  if (!current?.lastPing) return;
  const configuration = isGoodMoment(current.lastPing) && lacksConfiguration(current, told);
  const types = (current.syncQueued ?? 0) > 0 ? deliverable(current.lastPing, current) : [];
  if (!configuration && types.length === 0) return;
  const connection = await unitConnectionStore.get(UnitSerNum, Date.now());
  if (!connection) return;
  try {
    await syncOverBridge(connection.bridgeAddress, { UnitSerNum, configuration, types });
  } catch (error) {
    if (Date.now() - receivedAt < RETRIED_FOR_MS) throw error;
    logger.warn('What waits for a unit was not sent; its next ping brings it', { UnitSerNum, error: error as Error });
  }
}

/** Stores what the unit reports to have set. Only the protocol log has parts that no configuration has. */
export async function keepConfiguration(
  { UnitSerNum, fence, bootId, sequence }: Message,
  { revision, digest, part, parts, settings, refused, MessageTime }: ConfigurationReport,
): Promise<void> {
  if (part < 1 || part > parts || parts > MAX_PARTS) return;
  const at = instant(MessageTime);
  await unitConfigurationStore.recordReport(UnitSerNum, {
    ...{ revision, digest, part, parts, settings, refused, at },
    ...{ fence, bootId, sequence },
  });
}

/**
 * Stores what the unit does with a message of its queue. It leaves the queue when the unit has done it, or has failed to. A unit that fails to forget its
 * former home is asked again the next day.
 */
export async function keepProgress({ UnitSerNum, receivedAt }: Message, report: DownloadReport): Promise<void> {
  const { MessageKey, stage, progressValue: value, progressMax: max } = report;
  // A unit can name any text.
  const key = MessageKeyHex.safeParse(MessageKey).data;
  if (key === undefined) return;
  if (stage === 'done' || stage === 'failed') {
    const message = await syncQueueStore.find(UnitSerNum, key);
    if (message && stage === 'failed' && isForgettingHome(message))
      return void (await renewMessage(message, { Scheduled: receivedAt + FORGET_AGAIN_MS, now: Date.now() }));
    if (message)
      await (stage === 'done' ? rolloutUnitStore.told(message) : rolloutUnitStore.failed(message, receivedAt));
    await syncQueueStore.end(UnitSerNum, key);
  } else
    await syncQueueStore.progress(
      UnitSerNum,
      key,
      value !== undefined && max !== undefined ? { value, max } : undefined,
    );
}

/** Ends the message once the unit tells that it has removed its home. A unit also does so on a command: one that takes no waiting messages has no other way. */
export async function keepForgottenHome(
  { UnitSerNum }: Message,
  { operation, accessPoints, MessageTime }: OperationReport,
): Promise<void> {
  if (operation !== 'HOMEWIFIC' || accessPoints.length > 0) return;
  const done = (await allMessages(UnitSerNum)).filter(
    (message) => isForgettingHome(message) && queuedAt(message.MessageKeyHex) <= MessageTime,
  );
  for (const { MessageKeyHex } of done) await syncQueueStore.end(UnitSerNum, MessageKeyHex);
}
