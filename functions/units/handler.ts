import { HIDES_CUSTOMERS } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import { nextReminders } from '#core/reminders/next-reminders.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { awaitsBatteryData } from '#core/unit-actions/batteries.ts';
import { units } from '#core/units/contract.ts';
import { mayLoginWithoutProof } from '#core/units/proof.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { historyBegin } from '#data/history/visible.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { giveSecret } from '#data/units/give-secret.ts';
import { moveUnit } from '#data/units/move-unit.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { unitSecretStore } from '#data/units/unit-secrets.ts';
import { unitStore } from '#data/units/units.ts';
import { viewStore } from '#data/units/views.ts';
import { withdrawSecret } from '#data/units/withdraw-secret.ts';
import { serve } from '#platform/http/serve.ts';
import { importUnits } from './import-units.ts';
import { findUnits, listUnits, listWithoutSecret } from './list.ts';
import { quickSearch } from './quick-search.ts';
import { deleteView, saveView } from './views.ts';

const RECENT_PINGS = 10;

export const handler = serve(units, {
  list({ input, scope }) {
    const { param } = input;
    if (param === 'withoutSecret') return listWithoutSecret(scope, input);
    return input.searchText || input.BulkSearch ? findUnits(scope, { ...input, param }) : listUnits(scope, input);
  },

  async get({ input, scope }) {
    const now = Date.now();
    const stored = await unitStore.get(scope, input.id);
    const [[Unit], recentPings, connection, proof, reminders] = await Promise.all([
      shownUnits(scope, [stored], now),
      latestPings(scope, stored, now),
      unitConnectionStore.get(input.id, now),
      shownProof(stored),
      reminderStore.list(input.id),
    ]);
    return {
      Unit: Unit!,
      UnitDetailTable: { ...detailsOf(scope, stored), ...nextReminders(reminders) },
      recentPings,
      connection: connection ? { connected: true, since: connection.connectedAt } : { connected: false },
      proof,
    };
  },

  views: async ({ scope }) => ({ views: await viewStore.list(scope) }),
  saveView: ({ input, scope }) => saveView(scope, input),
  deleteView: ({ input, scope }) => deleteView(scope, input),

  async setReporting({ input: { UnitSerNum, Report }, scope }) {
    await unitChangeStore.setReporting(scope, await unitStore.get(scope, UnitSerNum), Report, Date.now());
    return { UnitSerNum, Report };
  },

  importUnits: ({ input, scope }) => importUnits(scope, input),

  async giveSecret({ input: { UnitSerNum, replaces }, scope }) {
    const given = await giveSecret(scope, await unitStore.get(scope, UnitSerNum), replaces, Date.now());
    return { UnitSerNum, secret: Buffer.from(given.secret).toString('hex'), secretSince: given.since };
  },

  async withdrawSecret({ input: { UnitSerNum, since }, scope }) {
    await withdrawSecret(scope, await unitStore.get(scope, UnitSerNum), since, Date.now());
    return {};
  },

  async moveToSubDealer({ input: { UnitSerNum, UnitDealerKey, NewDealerKey }, scope }) {
    // One after the other, so that the answer about a unit outside the scope is always the same.
    const unit = await unitStore.get(scope, UnitSerNum);
    const dealer = await dealerStore.get(scope, NewDealerKey);
    if (unit.DealerKey !== UnitDealerKey)
      throw new AppError('CONFLICT', 'Somebody else moved the unit meanwhile. Please load it again');
    await moveUnit(scope, unit, dealer, Date.now());
    return { UnitSerNum, DealerKey: dealer.DealerKey, DealerName: dealer.DealerName };
  },

  quickSearch: ({ input, scope }) => quickSearch(scope, input.searchText),
});

function detailsOf(scope: Scope, unit: UnitRecord) {
  const {
    tcpFail,
    downloadFail = 0,
    AllowSMSConnect,
    RemoteLog,
    newBattery,
    newBatteryAt,
    lastPing,
    vitalsPatient,
    vitalsPortal,
    hub,
  } = unit;
  return {
    ...{ tcpFail, downloadFail, AllowSMSConnect, RemoteLog },
    ...hub,
    ...(vitalsPatient && !scope.flags.includes(HIDES_CUSTOMERS) && { vitalsPatient, vitalsPortal }),
    ...(newBattery !== undefined &&
      newBatteryAt !== undefined && {
        newBattery: { battery: newBattery, at: newBatteryAt, awaitsData: awaitsBatteryData(newBatteryAt, lastPing) },
      }),
  };
}

/** The latest pings, from the begin of the history that the caller may see. */
async function latestPings(scope: Scope, unit: UnitRecord, now: number) {
  const begin = await historyBegin(scope, unit);
  const pings = await unitLogStore.latestPings(unit.UnitSerNum, RECENT_PINGS, now);
  return begin === undefined ? pings : pings.filter(({ timeStamp }) => timeStamp >= begin);
}

async function shownProof({ UnitSerNum, dealerPath }: UnitRecord) {
  const [{ since, trustedByLabel }, isProofRequired] = await Promise.all([
    unitSecretStore.get(UnitSerNum),
    dealerSettingsStore.requireProof(dealerKeysOf(dealerPath)),
  ]);
  return {
    ...(since !== undefined && { secretSince: since }),
    mayConnectWithout: mayLoginWithoutProof(trustedByLabel, isProofRequired),
  };
}
