import type { z } from 'zod';
import { isAccessory, isBluetooth, isRf } from '#core/accessories/entry.ts';
import { isUpdate } from '#core/interlock/held-back.ts';
import {
  desiredOf,
  eventsOf,
  inOrder,
  isEventData,
  labelOf,
  settingsIn,
  valuesOf,
  wordsOf,
} from '#core/unit-configuration/configuration.ts';
import type { unitConfiguration } from '#core/unit-configuration/contract.ts';
import { latestTold, settingStates, unitSyncState, unpackTold } from '#core/unit-configuration/reported.ts';
import {
  type ConfigurationType,
  configurationKey,
  type QueuedMessage,
  waitForPower,
} from '#core/unit-configuration/sync-queue.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { holdOf } from '../interlock/safety-facts.ts';
import { unitConfigurationStore } from './configurations.ts';
import { draftOf, versionOf } from './draft.ts';
import { heldMessage, syncQueueStore } from './sync-queue.ts';

/** What a unit should have set beside what it reported. */
export async function comparedOf(unit: UnitRecord) {
  const [draft, reported] = await Promise.all([draftOf(unit), unitConfigurationStore.reported(unit.UnitSerNum)]);
  const { revision, resendFrom, layers } = draft;
  const told = latestTold(unpackTold(unit.pingTold), unpackTold(unit.loginTold));
  return { draft, facts: { revision, resendFrom, desired: valuesOf(layers), reported, told } };
}

/** The configuration of a unit as the portal shows it. */
export async function shownConfiguration(unit: UnitRecord): Promise<z.input<typeof unitConfiguration.get.output>> {
  const { draft, facts } = await comparedOf(unit);
  const { revision, layers, savedAt, ProfileKey } = draft;
  const { reported, told } = facts;
  const version = versionOf(unit);
  const states = settingStates(facts);
  const desired = desiredOf(layers);
  return {
    UnitSerNum: unit.UnitSerNum,
    revision,
    state: unitSyncState(facts),
    takesConfiguration: told !== undefined,
    ...(savedAt !== undefined && { savedAt }),
    ...(reported && { reported: { revision: reported.revision, at: reported.at } }),
    ...(ProfileKey !== undefined && { ProfileKey }),
    tabs: settingsIn(layers),
    Events: eventsOf(layers),
    settings: inOrder(version, desired.keys()).map((name) => {
      const { value, source } = desired.get(name)!;
      const state = states.get(name)!;
      return {
        ...{ name, value, source, ...state },
        label: labelOf(version, name),
        words: wordsOf(version, name, value),
        ...(state.reported !== undefined && { reportedWords: wordsOf(version, name, state.reported) }),
      };
    }),
  };
}

/** Categories and events that the unit reported before the present revision, and should not have any more. */
const droppedEvents = ({ revision, desired, reported }: Awaited<ReturnType<typeof comparedOf>>['facts']) =>
  reported && reported.revision < revision
    ? Object.keys(reported.settings).filter((name) => isEventData(name) && !(name in desired))
    : [];

/** The parts of the configuration that wait. */
export function waitingTypes(facts: Awaited<ReturnType<typeof comparedOf>>['facts']): ConfigurationType[] {
  const waiting = [...settingStates(facts)].filter(([, { state }]) => state === 'waiting' || state === 'forgotten');
  const names = [...waiting.map(([name]) => name), ...droppedEvents(facts)];
  return [
    ...(names.every((name) => isEventData(name) || isAccessory(name)) ? [] : ['PROFILE' as const]),
    ...(names.some(isEventData) ? ['EVENTDATA' as const] : []),
    ...(names.some(isRf) ? ['RF' as const] : []),
    ...(names.some(isBluetooth) ? ['BT' as const] : []),
  ];
}

/** What waits for the unit: its configuration, as one message for its settings and one for its events, and the messages of its queue. */
export async function shownQueue(unit: UnitRecord, now: number): Promise<QueuedMessage[]> {
  const { UnitSerNum } = unit;
  const [{ draft, facts }, messages] = await Promise.all([comparedOf(unit), syncQueueStore.list(unit)]);
  const isUpdateWaiting = messages.some(({ MessageType, started }) => isUpdate(MessageType) && !started);
  const hold = isUpdateWaiting ? await holdOf('update', UnitSerNum, now) : undefined;
  const holds = await Promise.all(messages.map((message) => heldMessage(message, unit, now)));
  return [
    ...waitingTypes(facts).map((MessageType) => ({
      ...{ UnitSerNum, MessageType, started: false },
      Scheduled: draft.savedAt!,
      MessageKeyHex: configurationKey(UnitSerNum, MessageType, draft.revision),
    })),
    ...messages.map(({ MessageType, Scheduled, MessageKeyHex, started, progress }, index) => {
      const waits =
        !started && isUpdate(MessageType) ? (hold?.reason ?? waitForPower(MessageType, unit.lastPing)) : undefined;
      const heldBack = holds[index] ?? waits;
      return {
        ...{ UnitSerNum, MessageType, Scheduled, MessageKeyHex, started },
        ...(progress && { progress }),
        ...(heldBack !== undefined && { heldBack }),
      };
    }),
  ];
}
