import { useState } from 'react';
import { isEqual } from '#core/is-equal.ts';
import { mergeEvents, mergeRecords } from '#core/profiles/changes.ts';
import { eventIssues, type ProfileEvents } from '#core/profiles/events.ts';
import { settingIssues } from '#core/profiles/settings/settings.ts';
import { changesOf, withEvents } from '#core/unit-configuration/configuration.ts';
import { type Identity, identityOf } from '#core/unit-configuration/identity.ts';
import { shownFirmware, type Unit } from '#core/units/unit.ts';
import type { Change } from '#web/components/form/changes-bar.tsx';
import { type Configuration, type DesiredContent, desiredIn } from './desired.ts';
import { type IdentityLabels, identityChanges } from './identity.ts';
import { shownChange } from './shown-change.ts';
import { useDraft } from './use-draft.ts';

/** What people edit of a unit: what it should have set, and its identity. Each is saved by a call of its own. */
export function useUnitDraft(unit: Unit, configuration: Configuration, labels: IdentityLabels) {
  const version = { UnitModel: unit.UnitModel, UnitFirmVer: shownFirmware(unit.FirmVer) };
  const desiredChanges = (was: DesiredContent, next: DesiredContent): Change[] => [
    ...profileChange(was, next),
    ...changesOf(version, valuesIn(was), valuesIn(next)).map(shownChange),
  ];
  // Marking the data as not synced stores a revision with the same content.
  const desired = useDraft(
    desiredIn(configuration, unit),
    mergeDesired,
    (one, other) => desiredChanges(one, other).length === 0,
  );
  const identity = useDraft(identityOf(unit), mergeRecords);
  const [ofProfile, setOfProfile] = useState<ProfileEvents>();
  const stored = [desired.base.Events, ...(ofProfile ? [ofProfile] : [])];
  /** What differs from the copies that were loaded. */
  const changesTo = (next: DesiredContent, nextIdentity: Identity): Change[] => [
    ...identityChanges(labels, identity.base, nextIdentity),
    ...desiredChanges(desired.base, next),
  ];
  return {
    version,
    desired,
    identity,
    edited: desired.edited || identity.edited,
    changes: changesTo(desired.content, identity.content),
    issues: [
      ...settingIssues(version, desired.content.tabs),
      ...eventIssues(unit.UnitModel, desired.content.Events, ...stored).map(({ message }) => ({
        path: EVENTS,
        message,
      })),
    ],
    /** What others saved since the edited copies were loaded; undefined if nothing. */
    newer:
      desired.newer || identity.newer
        ? changesTo(desired.newer ?? desired.base, identity.newer ?? identity.base)
        : undefined,
    /** Puts what a profile gives into the edited copy. Its values alone, if the unit has them, change nothing. */
    take: (given: Partial<DesiredContent> & Pick<DesiredContent, 'tabs' | 'Events'>) => {
      setOfProfile(given.Events);
      const { base, content } = desired;
      const isChosen = content.isProfileChosen || given.ProfileKey !== undefined;
      desired.change({ ...given, isProfileChosen: isChosen || !isEqual(valuesIn(given), valuesIn(base)) });
    },
    discard: () => {
      desired.discard();
      identity.discard();
    },
    merge: () => {
      desired.merge();
      identity.merge();
    },
  };
}

export type UnitDraft = ReturnType<typeof useUnitDraft>;

/** The path of issues with events. */
export const EVENTS = 'Events';

/** Settings and events together, by the names of the unit protocol. */
export const valuesIn = ({ tabs, Events }: Pick<DesiredContent, 'tabs' | 'Events'>) => withEvents(tabs, Events);

const profileChange = (was: DesiredContent, next: DesiredContent): Change[] =>
  was.ProfileKey !== next.ProfileKey
    ? [{ label: 'Profile', from: was.ProfileName, to: next.ProfileName }]
    : next.isProfileChosen
      ? [{ label: 'Profile', from: was.ProfileName, to: `${next.ProfileName}, newest version` }]
      : [];

/** Where both chose a profile or changed the same setting, mine counts. */
const mergeDesired = (base: DesiredContent, mine: DesiredContent, theirs: DesiredContent): DesiredContent => ({
  ...theirs,
  ...(mine.isProfileChosen && { ProfileKey: mine.ProfileKey, ProfileName: mine.ProfileName, isProfileChosen: true }),
  tabs: mergeRecords(base.tabs, mine.tabs, theirs.tabs),
  Events: mergeEvents(base.Events, mine.Events, theirs.Events),
});
