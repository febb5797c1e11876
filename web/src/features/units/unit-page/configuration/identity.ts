import { IDENTITY_FIELDS, IDENTITY_LABELS, type Identity } from '#core/unit-configuration/identity.ts';
import type { Change } from '#web/components/form/changes-bar.tsx';

export type IdentityLabels = Readonly<Record<keyof Identity, string>>;

/** The names of the fields. A dealer names its two own fields. */
export const identityLabels = ([Custom1, Custom2]: readonly [string, string]): IdentityLabels => ({
  ...IDENTITY_LABELS,
  Custom1,
  Custom2,
});

export const identityChanges = (labels: IdentityLabels, was: Identity, next: Identity): Change[] =>
  IDENTITY_FIELDS.filter((field) => was[field] !== next[field]).map((field) => ({
    label: labels[field],
    from: wordsOf(field, was),
    to: wordsOf(field, next),
  }));

const wordsOf = (field: keyof Identity, identity: Identity): string =>
  field === 'AllowOTAUpdate' ? (identity.AllowOTAUpdate === 1 ? 'Allowed' : 'Not allowed') : identity[field];
