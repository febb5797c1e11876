import { invalid, type NameList } from './name-list.ts';

export const LABEL_TAKEN = 'Item already exists';
const MAX_LABEL_LENGTH = 40;
const MAX_LABELS = 200;

/** Upper case for the first letter, lower case for the rest, single spaces. */
export function normaliseLabel(typed: string): string {
  const words = typed.trim().replace(/\s+/g, ' ').toLowerCase();
  const [first = '', ...rest] = words;
  return first.toUpperCase() + rest.join('');
}

/** One of the dealer's two lists of custom labels. */
export const labelList = (field: 'CustomLabelList1' | 'CustomLabelList2'): NameList => ({
  field,
  most: MAX_LABELS,
  taken: LABEL_TAKEN,
  normalise(typed) {
    const label = normaliseLabel(typed);
    if (label === '') throw invalid(field, 'A label needs a name');
    if (label.includes(',')) throw invalid(field, 'A label has no comma');
    if (label.length > MAX_LABEL_LENGTH) throw invalid(field, `At most ${MAX_LABEL_LENGTH} characters`);
    return label;
  },
});
