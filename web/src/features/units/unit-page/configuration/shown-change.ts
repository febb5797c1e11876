import type { ConfigurationChange } from '#core/unit-configuration/configuration.ts';
import type { Change } from '#web/components/form/changes-bar.tsx';

/** A change of a configuration for a list of changes. */
export const shownChange = ({ label, from, to }: ConfigurationChange): Change => ({
  label,
  from: from.join(', '),
  to: to.join(', '),
});
