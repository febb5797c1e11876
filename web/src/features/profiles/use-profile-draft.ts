import { useState } from 'react';
import { changesBetween, mergeContents } from '#core/profiles/changes.ts';
import { eventIssues } from '#core/profiles/events.ts';
import type { Profile, ProfileContent } from '#core/profiles/profile.ts';
import { settingIssues, type Version } from '#core/profiles/settings/settings.ts';
import { contentOf } from './content-of.ts';

/** The profile as it was loaded, and as it is edited. */
export function useProfileDraft(profile: Profile, version: Version) {
  const [read, setRead] = useState({ content: contentOf(profile), version: profile.version });
  const [content, setContent] = useState(read.content);
  const changes = changesBetween(version, read.content, content);
  // Somebody saved it since it was kept in this browser, and nothing was edited yet.
  if (profile.version > read.version && changes.length === 0) {
    setRead({ content: contentOf(profile), version: profile.version });
    setContent(contentOf(profile));
  }
  const issues = [
    ...settingIssues(version, content.Settings),
    ...eventIssues(version.UnitModel, content.Events, read.content.Events),
  ];
  return {
    content,
    issues,
    /** The version that is edited. */
    readVersion: read.version,
    changes,
    change: (part: Partial<ProfileContent>) => setContent((was) => ({ ...was, ...part })),
    discard: () => setContent(read.content),
    /** Continues on what was saved. */
    saved: (next: Profile) => {
      setRead({ content: contentOf(next), version: next.version });
      setContent(contentOf(next));
    },
    /** Continues on what somebody else saved meanwhile, with the own changes applied to it. */
    merge: (theirs: Profile) => {
      setContent(mergeContents(read.content, content, contentOf(theirs)));
      setRead({ content: contentOf(theirs), version: theirs.version });
    },
  };
}

export type ProfileDraft = ReturnType<typeof useProfileDraft>;
