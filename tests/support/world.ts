import { z } from 'zod';
import { USER_TYPE } from '#core/access.ts';
import type { Scope } from '#core/scope.ts';
import { DAY } from '#core/time.ts';
import { entryTokens } from '#data/auth/entry-tokens.ts';
import { recoveryStore } from '#data/auth/recoveries.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { BulkActionEntity, BulkActionOrderEntity } from '#data/bulk-actions/bulk-actions.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { oneTimeTokens } from '#data/kit/one-time-tokens.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import type { StoredUnit } from '#data/units/units.ts';
import { holderOf, type StoredUser } from '#data/users/users.ts';
import { aSecondFactor, loginsUnderWay } from './accounts.ts';
import { aUnit, someDealers, TODAY } from './fleet.ts';
import { aUser } from './people.ts';

/** What the sample events name, and what would be named where there is nothing: `400220` is a unit of dealer 220. */
export const NAMED = {
  unit: { name: '400220', missing: 'ZZ9999' },
  user: { name: 'user-of-oregon', missing: 'user-of-nobody' },
  signOn: { name: 'agent@telus.example', missing: 'nobody@telus.example' },
  dealer: { name: 220, missing: 999_999 },
  bulkAction: { name: '01KAJN9FR00000000000000220', missing: '01KAJN9FR00000000000000999' },
} as const;

/** A table in which every sample event succeeds for whoever may send it from dealer 220. */
export async function aWorld(): Promise<{ unit: StoredUnit }> {
  await someDealers();
  await aUser({ userName: 'dealer@northwind.example' });
  await aUser({ userKey: NAMED.user.name, dealer: 220, flags: LEAST, userName: 'sample@oregon.example' });
  await aSecondFactor({ UserKey: NAMED.user.name }, 'app');
  const scope = scopeOf(await aUser({ dealer: 220 }));
  await theGate();
  const unit = await aUnit({ number: 220, dealer: 220 });
  await aHistory(unit);
  await unitConnectionStore.claim(
    unit.UnitSerNum,
    { bridgeId: 'bridge-1', bridgeAddress: 'http://10.0.0.1:8201' },
    Date.now(),
    365 * DAY,
  );
  await reminderStore.put(
    scope,
    unit,
    {
      UnitSerNum: unit.UnitSerNum,
      Message: 'TestUnit',
      MessageTime: '2030-01-01T15:00:00.000Z',
      timeZone: 'America/Denver',
      state: 'scheduled',
      createdBy: scope.userName,
    },
    false,
    TODAY,
  );
  await aFailedBulkAction(scope);
  await someSettings(scope);
  await loginsUnderWay();
  return { unit };
}

/** Less than anybody has who may change users. */
const LEAST = ['HIDE_CUSTOMER'] as const;

/** Who comes in by other ways than a password, and the tokens that they hold. */
async function theGate() {
  const long = Date.now() + 365 * DAY;
  const forgetful = await aUser({ userName: 'forgetful@northwind.example' });
  await recoveryStore.keep('a-recovery-token-of-the-sample-events', forgetful, long);
  const emailProofs = oneTimeTokens('emailProof', z.object({ UserKey: z.string(), UserEmail: z.string() }), 365 * DAY);
  await emailProofs.keep('an-email-token-of-the-sample-events', forgetful, long);
  await aUser({ userName: NAMED.signOn.name, dealer: 422 });
  await aUser({ userName: 'staff@oregon.example', dealer: 220, flags: LEAST });
  const operator = { userName: 'operator@monitoring.example', type: USER_TYPE.monitoringCentre, dealer: 220 };
  const { UserKey } = await aUser(operator);
  await entryTokens.keep('an-entry-token-of-the-sample-events', { UserKey, issuedAt: TODAY }, long);
}

/** On whose behalf a request of the user acts. */
export const scopeOf = (user: StoredUser): Scope => ({
  sessionId: 'test',
  userKey: user.UserKey,
  userName: user.UserName,
  dealerKey: user.DealerKey,
  dealerPath: user.dealerPath,
  home: { dealerKey: user.DealerKey, dealerPath: user.dealerPath },
  actor: { userKey: user.UserKey, userName: user.UserName },
  ...holderOf(user),
});

async function aHistory({ UnitSerNum }: StoredUnit) {
  const timeStamp = '2026-11-20T09:30:00.000Z';
  const logged = { timeStamp, receivedAt: timeStamp, sequence: 1 };
  await unitLogStore.recordPing(UnitSerNum, '1-1', { ...logged, pingReason: 'Scheduled' });
  await unitLogStore.recordEvent(UnitSerNum, '1-2', { ...logged, eventType: 'Emergency' });
}

/** A main contact, a shipping address and a notification setting, for the samples that change and delete them. */
async function someSettings(scope: Scope) {
  await dealerSettingsStore.change(
    scope,
    'begin',
    ({ account, lists }) => ({
      account: { ...account, MainContact: { Name: 'Pat Moss', Phone: '8015550100', Email: 'pat@oregon.example' } },
      lists: {
        ...lists,
        languages: ['en', 'fr'],
        shippingAddresses: [
          {
            shippingKey: '01KAJN9FR00000000000000221',
            AttentionTo: 'Warehouse',
            Address1: '12 Mill Road',
            Address2: '',
            City: 'Salem',
            State: 'OR',
            Zip: '97301',
            Country: 'US',
            Notes: '',
          },
        ],
        notificationSettings: [
          { SettingName: 'Power Lost Email', SettingValue: 'pat@oregon.example', ContactMethod: 'Email' },
        ],
      },
    }),
    TODAY,
  );
}

/** A bulk action that is over, and whose only unit failed. */
async function aFailedBulkAction(scope: Scope) {
  const { data: bulkAction } = await BulkActionEntity.create({
    bchKey: NAMED.bulkAction.name,
    action: 'reporting',
    type: 'off',
    UnitModel: 'myConnect',
    attempt: 1,
    total: 1,
    done: 0,
    failed: 0,
    createdAt: '2026-11-21T17:00:00.000Z',
    createdBy: scope.userName,
    dealerKey: scope.dealerKey,
    dealerPath: scope.dealerPath,
    expiresAt: Math.floor(TODAY / 1000) + 1_000_000_000,
  }).go();
  const { bchKey, expiresAt } = bulkAction;
  await BulkActionOrderEntity.create({ bchKey, units: [NAMED.unit.name], scope, expiresAt }).go();
  await bulkActionRowStore.fail(
    { bulkAction, scope, UnitSerNum: NAMED.unit.name, now: TODAY },
    'The unit is a MXD-LTE, not a myConnect',
  );
}
