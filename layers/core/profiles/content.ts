import { AppError, type FieldIssue } from '../errors.ts';
import { eventIssues } from './events.ts';
import type { ProfileContent } from './profile.ts';
import { settingIssues, type Version } from './settings/settings.ts';

/** Throws INVALID with an issue for each setting and event that a unit of this version cannot have. `stored`: the events before the change. */
export function requireContent(
  version: Version,
  { Settings, Events }: Pick<ProfileContent, 'Settings' | 'Events'>,
  ...stored: readonly ProfileContent['Events'][]
) {
  const below = (parent: string, issues: readonly FieldIssue[]) =>
    issues.map(({ path, message }) => ({ path: `${parent}.${path}`, message }));
  const issues = [
    ...below('newData', settingIssues(version, Settings)),
    ...below('events', eventIssues(version.UnitModel, Events, ...stored)),
  ];
  if (issues.length > 0) throw new AppError('INVALID', 'Some settings cannot be saved', issues);
}
