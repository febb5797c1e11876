import { asRow } from '../bulk-actions/row-of-change.ts';
import type { BulkWork } from '../kit/area.ts';
import { changeTags } from './tags.ts';

/** Adds a tag to a unit, or removes it. */
const tag: BulkWork = (outcome, rights, { UnitSerNum }) => {
  const { type, value } = outcome.bulkAction;
  const tags = value?.action === 'tag' ? [value.tag] : [];
  const changed = type === 'addTag' ? { add: tags, remove: [] } : { add: [], remove: tags };
  return asRow(outcome, () => changeTags(rights, UnitSerNum, changed, outcome.now, outcome));
};

export const bulkWork: Readonly<Record<string, BulkWork>> = { tag };
