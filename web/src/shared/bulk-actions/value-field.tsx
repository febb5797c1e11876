import type { ComponentType } from 'react';
import { type BulkActionValue, hasValue } from '#core/bulk-actions/kinds.ts';
import { CarrierValue } from './carrier-value.tsx';
import type { Choice } from './choices.ts';
import { DealerValue } from './dealer-value.tsx';
import { PlanValue } from './plan-value.tsx';
import { ProfileValue } from './profile-value.tsx';
import { SimValue } from './sim-value.tsx';
import { TagValue } from './tag-value.tsx';
import type { BulkUnits } from './use-bulk-start.ts';

export interface ValueFieldProps {
  chosen: BulkUnits;
  /** Undefined while there is no valid value. */
  onChange: (value: BulkActionValue | undefined) => void;
}

const FIELDS: Readonly<Record<BulkActionValue['action'], ComponentType<ValueFieldProps>>> = {
  tag: TagValue,
  profile: ProfileValue,
  dealer: DealerValue,
  sim: SimValue,
  plan: PlanValue,
  carrier: CarrierValue,
};

/** The field for what an action is done with. Nothing for an action that needs no value. */
export function ValueField({ action, ...field }: ValueFieldProps & Pick<Choice, 'action'>) {
  if (!hasValue(action)) return null;
  const Field = FIELDS[action];
  return <Field {...field} />;
}
