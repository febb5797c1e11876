import { invalid, type NameList, withName, withoutName } from './name-list.ts';

/** P1-K18. */
export const MAX_LINE_ID_LENGTH = 8;
export const LINE_ID_TOO_LONG = 'Max length for Line ID is 8';
export const LINE_ID_TAKEN = 'Line ID already exists';
export const RESTRICTION_NEEDS_LINE_ID = 'Add a Line ID first: an empty list cannot restrict';
const MAX_LINE_IDS = 1_000;

/** The Line IDs that a dealer may use, if it restricts them. */
export const LINE_IDS: NameList = {
  field: 'RestrictLineIDList',
  most: MAX_LINE_IDS,
  taken: LINE_ID_TAKEN,
  normalise(typed) {
    const lineId = typed.trim().toUpperCase();
    if (lineId.length > MAX_LINE_ID_LENGTH) throw invalid('RestrictLineIDList', LINE_ID_TOO_LONG);
    if (!/^[0-9A-Z][0-9A-Z_-]*$/.test(lineId)) throw invalid('RestrictLineIDList', 'A Line ID has letters and digits');
    return lineId;
  },
};

export interface LineRestriction {
  RestrictLineIDList: string[];
  UseRestrictLineID: 0 | 1;
}

/** Returns the effective restriction. An empty list restricts nothing. */
export const effectiveRestriction = ({ RestrictLineIDList, UseRestrictLineID }: LineRestriction): LineRestriction => ({
  RestrictLineIDList,
  UseRestrictLineID: RestrictLineIDList.length === 0 ? 0 : UseRestrictLineID,
});

export const addLineId = (was: LineRestriction, lineId: string): LineRestriction => ({
  ...was,
  RestrictLineIDList: withName(LINE_IDS, was.RestrictLineIDList, lineId),
});

/** Removing the last Line ID turns the restriction off. */
export const removeLineId = (was: LineRestriction, lineId: string): LineRestriction =>
  effectiveRestriction({ ...was, RestrictLineIDList: withoutName(was.RestrictLineIDList, lineId) });

/** Switches the restriction. Throws if it would be on with an empty list. */
export function restrict(was: LineRestriction, on: 0 | 1): LineRestriction {
  if (on === 1 && was.RestrictLineIDList.length === 0) throw invalid('UseRestrictLineID', RESTRICTION_NEEDS_LINE_ID);
  return { ...was, UseRestrictLineID: on };
}
