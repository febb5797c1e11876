import { ROOT_DEALER } from '#core/dealers/tree.ts';
import { type ProfileEvents, USUAL_EVENTS } from '#core/profiles/events.ts';
import type { ProfileContent, ProfileRecord } from '#core/profiles/profile.ts';
import type { Settings } from '#core/profiles/settings/setting.ts';
import { wholeSettings } from '#core/profiles/settings/settings.ts';
import { DAY, instant } from '#core/time.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { DEALERS } from './dealers.ts';
import { PEOPLE } from './people.ts';
import { PROFILE_KINDS, type ProfileKind, standardProfileKey } from './profile-keys.ts';
import { FIRMWARE } from './units.ts';

export interface SeedProfile {
  profile: ProfileRecord;
  content: ProfileContent;
}

const NOTHING: Settings = {};

/** What the standard profiles set beside the usual values. */
const KINDS: Readonly<Record<ProfileKind, (model: UnitModel) => Settings>> = {
  Standard: () => ({}),
  'Fall detection': (model) => (model === 'MXD-LTE' ? NOTHING : { FallSensitivity: 2, FallCancelSeconds: 45 }),
  Spanish: () => ({ PromptLanguage: 1 }),
  'Two-way voice': () => ({ AllowIncomingCalls: true, CallLimit: 45, SpeakerVol: 7 }),
};

/** The dealers that have profiles of their own, beside the standard ones of dealer 1. */
const OWN: Readonly<Record<number, readonly { name: string; model: UnitModel; settings: Settings }[]>> = {
  22: [
    { name: 'Northwind home', model: 'MXD-LTE', settings: { SpeakerVol: 7, PowerLostDelay: 60 } },
    { name: 'Northwind outdoors', model: 'myConnect Air', settings: { LocationInterval: 15 } },
  ],
  220: [{ name: 'Oregon care homes', model: 'MXD-LTE', settings: { InactivityHours: 12, AnswerDelay: 0 } }],
  13: [{ name: 'Harbor', model: 'myConnect', settings: { LowBatteryPercent: 25 } }],
  422: [{ name: 'TELUS', model: 'myConnect', settings: { PromptLanguage: 2 } }],
};

const FAMILY: ProfileEvents = {
  categories: [
    { CategoryName: 'Events', Phone1: '8015550100', Phone2: '8015550101' },
    { CategoryName: 'Service', Phone1: '8015550150', Phone2: '' },
  ],
  groups: { 302: 'Service', 602: 'Service' },
};

const FIRST_OWN_KEY = 200;
const DISABLED = 17;
const ENABLED = 16;

/** The profiles of the portal: those of dealer 1 for the newest firmware of each model and the one before, and some of dealers. */
export function seedProfiles(now: number): SeedProfile[] {
  const standard = UNIT_MODELS.flatMap((UnitModel) =>
    FIRMWARE[UnitModel].slice(0, 2).flatMap((UnitFirmVer, age) =>
      PROFILE_KINDS.map((kind) =>
        made(
          {
            ProfileKey: standardProfileKey(UnitModel, kind, age),
            ProfileName: `${UnitModel} ${kind}`,
            UnitModel,
            UnitFirmVer,
            PTStatus: age === 0 ? ENABLED : DISABLED,
            DealerKey: ROOT_DEALER,
          },
          KINDS[kind](UnitModel),
          now,
        ),
      ),
    ),
  );
  let key = FIRST_OWN_KEY;
  const own = Object.entries(OWN).flatMap(([DealerKey, profiles]) =>
    profiles.map(({ name, model, settings }) =>
      made(
        {
          ProfileKey: key++,
          ProfileName: name,
          UnitModel: model,
          UnitFirmVer: FIRMWARE[model][0]!,
          PTStatus: ENABLED,
          DealerKey: Number(DealerKey),
        },
        settings,
        now,
      ),
    ),
  );
  return [...standard, ...own];
}

type Given = Pick<ProfileRecord, 'ProfileKey' | 'ProfileName' | 'UnitModel' | 'UnitFirmVer' | 'PTStatus' | 'DealerKey'>;

function made(given: Given, settings: Settings, now: number): SeedProfile {
  const isOwn = given.DealerKey !== ROOT_DEALER;
  const fields = {
    LineID: '',
    Label: 'Default',
    SimOptions: given.UnitModel === 'MXD-LTE' ? 2 : 1,
    UnitIDOptions: UNIT_ID_OPTION[given.DealerKey] ?? 'Default',
    UIDLength: 4,
  } as const;
  return {
    profile: {
      ...given,
      ...fields,
      dealerPath: DEALERS.find(({ DealerKey }) => DealerKey === given.DealerKey)!.dealerPath,
      version: 1,
      savedAt: instant(now - (isOwn ? 40 : 120) * DAY),
      savedBy: personOf(given.DealerKey),
    },
    content: {
      ...fields,
      Settings: { ...wholeSettings(given, {}), ...settings },
      Events: isOwn ? FAMILY : USUAL_EVENTS,
    },
  };
}

/** Somebody of the dealer, or of dealer 1. */
function personOf(DealerKey: number): string {
  const { first, last } = PEOPLE.find(({ dealer }) => dealer === DealerKey) ?? PEOPLE[0]!;
  return `${first} ${last}`;
}

/** The only options of these dealers. */
const UNIT_ID_OPTION: Readonly<Record<number, ProfileContent['UnitIDOptions']>> = {
  13: 'Use Serial Number',
  422: "No Unit ID's",
};
