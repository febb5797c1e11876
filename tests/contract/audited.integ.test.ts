import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserRecord } from '#core/users/user-record.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { SyncMessageEntity } from '#data/unit-configuration/sync-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { someCallers } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { aSession, aUser } from '#support/people.ts';
import { aWorld, scopeOf } from '#support/world.ts';
import { writtenBy } from '#support/written-kinds.ts';
import { aReportMail } from '../saved-reports/sample.ts';
import { CONTRACT, ENDPOINTS, type Sample, sampleOf } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

const SIGN_OUT = 'The sign-in is in the audit. Who signs out only gives something up.';
const OWN_VIEW = 'What the person looks at, and how. Nobody else sees it.';
const OWN_DRAFT = 'Nobody else sees the order until it is submitted, which is in the audit.';
const OWN_FILE = 'Nobody uses the file until a version or a message names it, which is in the audit.';
const CODE = 'What the code leads to is in the audit.';

/** Written by hand: the calls that change something and leave no audit entry, with the reason. */
const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  'auth.logout': SIGN_OUT,
  'auth.logoutEverywhere': SIGN_OUT,
  'auth.loginOAuth': 'It begins a sign-in. Who is signed in is in the audit.',
  'dashboard.acknowledge': OWN_VIEW,
  'dashboard.visit': OWN_VIEW,
  'orders.addOrder': OWN_DRAFT,
  'orders.deleteItem': OWN_DRAFT,
  'orders.saveDetails': OWN_DRAFT,
  'orders.updateItem': OWN_DRAFT,
  'ota.abortUpload': OWN_FILE,
  'ota.completeUpload': OWN_FILE,
  'ota.requestUpload': OWN_FILE,
  'saved-reports.sendNow': 'How a report is mailed is in the audit, and each mail in the report.',
  'second-factor.begin': CODE,
  'second-factor.sendAgain': CODE,
  'sims.thingSpaceResult': 'What a carrier posts decides nothing. The SIM is read, and changes that way.',
  'table-settings.update': OWN_VIEW,
  'units.deleteView': OWN_VIEW,
  'units.saveView': OWN_VIEW,
  'user-settings.saveTimes': OWN_VIEW,
};

/** Written by hand: the calls whose answer is all that they give. Some count what they cost. */
const ANSWER_ONLY = new Set([
  'accessories.txmLookup',
  'auth.stayActive',
  'bulk-actions.dryRun',
  'consoles.getDBShift',
  'consoles.parseMessage',
  'consoles.tcpConnect',
  'customers.search',
  'live.ticket',
  'location.breadcrumb',
  'location.cellID',
  'location.coordinates',
  'location.wifi',
  'logs.getDebugLog',
  'logs.getMPERSLog',
  'logs.getTCPLog',
  'logs.parseTCPLog',
  'monitoring-centers.check',
  'monitoring-centers.checkExport',
  'orders.requestUdiUpload',
  'passkeys.beginRegister',
  'passkeys.beginSignIn',
  'reminders.convert',
  'support.requestUpload',
  'unit-configuration.compareToTemplate',
  'user-settings.checkOldPasswordInBody',
  'user-settings.sendEmailLink',
  'users.massCreateDryRun',
]);

/** Written by hand: the calls whose change needs more than a sample, and the test that reads their entries. */
const PROVEN_ELSEWHERE: Readonly<Record<string, string>> = {
  // A link to an identity provider.
  'auth.unlinkSignOn': 'tests/auth/single-sign-on.integ.test.ts',
  // An order that is being fulfilled. The sample is a rehearsal.
  'orders.allotUnits': 'tests/orders/fulfilment.integ.test.ts',
  // A SIM of which the portal and its carrier say different things.
  'sims.correctState': 'tests/sims/state-change.integ.test.ts',
  // A SIM without a number.
  'sims.requestDialableNumber': 'tests/sims/dialable-number.integ.test.ts',
  // Access that somebody has taken on.
  'users.endAccessAs': 'tests/acting/acting.integ.test.ts',
};

const SAMPLE_UNIT = '400220';
const sampleUnit = (changed: object) =>
  UnitEntity.patch({ UnitSerNum: SAMPLE_UNIT })
    .set(changed as never)
    .go();

/** The key of a message that waits for the unit of the samples. */
async function waitingMessage(): Promise<string> {
  const unit = (await UnitEntity.get({ UnitSerNum: SAMPLE_UNIT }).go({ consistent: true })).data!;
  const message = { MessageType: 'PLAYMULTITAG', content: {} } as const;
  return queueMessage(scopeOf(await aUser({ dealer: 220 })), unit, message, Date.now());
}

/** Inputs that change something where the sample is what is stored already. */
const CHANGING: Readonly<Record<string, (caller: UserRecord) => Promise<Sample>>> = {
  'monitoring-centers.addRemove': async () => ({ dealerKey: 220, add: ['center-3-of-220'] }),
  'ota.cancel': async () => ({ serialNumber: SAMPLE_UNIT, MessageKey: await waitingMessage() }),
  'ota.cancelBatch': async () => ({ serialNumber: SAMPLE_UNIT, messages: [{ MessageKey: await waitingMessage() }] }),
  'ota.upgradeFirmware': async () => {
    const { data } = await SyncMessageEntity.query.byUnit({ UnitSerNum: SAMPLE_UNIT }).go({ pages: 'all' });
    for (const { MessageKeyHex } of data) await syncQueueStore.end(SAMPLE_UNIT, MessageKeyHex);
    await sampleUnit({ AllowOTAUpdate: 1, FirmVer: '1.1.1.1.1' });
    return { UnitSerNum: SAMPLE_UNIT, Version: '9.9.9.9.9', Method: 'OTA' };
  },
  'saved-reports.stopMail': async ({ UserKey }) => {
    const { data } = await aReportMail(UserKey);
    return { reportId: data.reportId, UserKey };
  },
  'unit-actions.allowSms': async () => {
    await sampleUnit({ AllowSMSConnect: '0' });
    return sampleOf('unit-actions.allowSms');
  },
  'unit-actions.resetFlags': async () => ({ UnitSerNum: SAMPLE_UNIT, downloadFail: 1 }),
  'user-settings.endSession': async (caller) => ({ sessionId: (await aSession(caller)).sessionId }),
  'users.setAccess': async () => ({
    userKey: 'user-of-oregon',
    access: { HIDE_CUSTOMER: false, UNIT_VIEW: true },
  }),
};
const EXCUSED = new Set([...Object.keys(WITHOUT_ENTRY), ...ANSWER_ONLY, ...Object.keys(PROVEN_ELSEWHERE)]);

/** Items that only limit or order the calls of people, and end by themselves. */
const KEEPING_ORDER = new Set(['attempt', 'carrierTurn', 'counter', 'oneTimeToken']);

let callerOf: Awaited<ReturnType<typeof someCallers>>;
beforeAll(async () => {
  await aWorld();
  callerOf = await someCallers();
});

describe('every call that changes something', () => {
  const changing = ENDPOINTS.filter(({ endpoint }) => endpoint.method !== 'GET');
  const audited: string[] = [];

  it.each(changing)('is in the audit, or among those that need no entry: $name', async ({ name, endpoint }) => {
    const caller = callerOf(endpoint);
    const { token } = await aSession(caller);
    const sample = await (CHANGING[name]?.(caller) ?? goodSampleOf(name, caller));
    const { result, kinds } = await writtenBy(() => call(endpoint, { ...sample, as: token }));
    expect(result.status).toBe(200);
    const isAudited = kinds.includes('audit');
    if (isAudited) audited.push(name);
    const changes = kinds.some((kind) => !KEEPING_ORDER.has(kind));
    // A sample that changes nothing would prove nothing.
    expect(isAudited, kinds.join()).toBe(!EXCUSED.has(name));
    if (ANSWER_ONLY.has(name) || name in PROVEN_ELSEWHERE) expect(changes, kinds.join()).toBe(false);
  });

  it('is in the audit by a test of its area, where a sample cannot change it', () => {
    for (const [name, file] of Object.entries(PROVEN_ELSEWHERE)) {
      const [, endpoint] = name.split('.');
      const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      expect(source, name).toMatch(new RegExp(`\\.${endpoint}\\b`));
      expect(source, name).toMatch(/auditOf|AuditEntity|[aA]udit/);
    }
  });

  it('is most calls of all areas', () => {
    // So a test that no longer sees what is written fails.
    if (ENDPOINTS.length === CONTRACT.length) expect(audited.length).toBeGreaterThan(100);
  });
});
