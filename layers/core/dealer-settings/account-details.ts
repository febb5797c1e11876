import { z } from 'zod';
import type { AccessFlag } from '../access.ts';
import { OFFICE_FIELDS, Office, textLine } from '../dealers/dealer.ts';
import { MainContact } from '../dealers/main-contact.ts';
import { DealerRules } from '../dealers/rules.ts';
import { AppError } from '../errors.ts';
import { isEqual } from '../is-equal.ts';
import { labelList } from './labels.ts';
import { effectiveRestriction, LINE_IDS, type LineRestriction, restrict } from './line-ids.ts';
import { DealerMonitoringCenter, MAX_MONITORING_CENTERS, mergeMonitoringCenters } from './monitoring-centers.ts';
import { conflict, joinNames, mergeNames, splitNames } from './name-list.ts';
import type { DealerAccount, DealerLists, DealerSettings } from './settings.ts';

const NameText = z.string().max(20_000);
const Switch = z.union([z.literal(0), z.literal(1)]);

/** The minutes after which an alarm that nobody takes is escalated. 0: never. */
export const EscalateAfter = z.number().int().min(0).max(60, 'At most 60 minutes');

/** The account details. Lists of names are texts with commas. A change contains only its own fields. */
export const AccountDetails = z
  .strictObject({
    ...Office.shape,
    MainContact: MainContact.nullable(),
    CustomLabel1: textLine(40).min(1, 'A list of labels needs a name'),
    CustomLabel2: textLine(40).min(1, 'A list of labels needs a name'),
    CustomLabelList1: NameText,
    CustomLabelList2: NameText,
    RestrictLineIDList: NameText,
    UseRestrictLineID: Switch,
    UseCategory: Switch,
    UnitsMustProve: Switch,
    EscalateAfter,
    MonitoringCenters: z.array(DealerMonitoringCenter).max(2 * MAX_MONITORING_CENTERS),
    /** Engineers only. */
    Rules: DealerRules,
  })
  .partial();
export type AccountDetails = z.output<typeof AccountDetails>;

export const CHANGED_MEANWHILE = 'Somebody else changed this meanwhile';

const SINGLE = [...OFFICE_FIELDS, 'MainContact', 'CustomLabel1', 'CustomLabel2', 'Rules'] as const;
const LABEL_LISTS = ['CustomLabelList1', 'CustomLabelList2'] as const;

/**
 * Applies a change from `old`, the values that the person saw, to `wanted`. Additions to lists and removals from them are merged into the
 * current lists. A single value that somebody else has changed is refused (docs/decisions/0029).
 */
export function changeDetails(
  { account, lists }: DealerSettings,
  old: AccountDetails,
  wanted: AccountDetails,
  flags: readonly AccessFlag[],
): DealerSettings {
  if ('Rules' in wanted && !flags.includes('ENGINEER'))
    throw new AppError('FORBIDDEN', 'Only engineers set the rules of a dealer');
  return { account: changeAccount(account, old, wanted), lists: changeLists(lists, old, wanted) };
}

function changeAccount(account: DealerAccount, old: AccountDetails, wanted: AccountDetails): DealerAccount {
  const next: Record<string, unknown> = { ...account };
  for (const field of SINGLE) {
    if (!(field in wanted) || isEqual(wanted[field], account[field])) continue;
    if (!isEqual(old[field], account[field])) throw conflict(field, CHANGED_MEANWHILE);
    next[field] = wanted[field];
  }
  return next as unknown as DealerAccount;
}

function changeLists(lists: DealerLists, old: AccountDetails, wanted: AccountDetails): DealerLists {
  const next = { ...lists, ...changeRestriction(lists, old, wanted) };
  for (const field of LABEL_LISTS) {
    const names = wanted[field];
    if (names !== undefined)
      next[field] = mergeNames(labelList(field), lists[field], splitNames(old[field] ?? ''), splitNames(names));
  }
  if (wanted.MonitoringCenters)
    next.monitoringCenters = mergeMonitoringCenters(
      lists.monitoringCenters,
      old.MonitoringCenters ?? [],
      wanted.MonitoringCenters,
    );
  if (wanted.UnitsMustProve !== undefined) next.UnitsMustProve = wanted.UnitsMustProve;
  if (wanted.EscalateAfter !== undefined) next.EscalateAfter = wanted.EscalateAfter;
  if (wanted.UseCategory !== undefined) next.UseCategory = wanted.UseCategory;
  return next;
}

function changeRestriction(lists: DealerLists, old: AccountDetails, wanted: AccountDetails): LineRestriction {
  const { RestrictLineIDList: ids, UseRestrictLineID } = lists;
  const merged =
    wanted.RestrictLineIDList === undefined
      ? ids
      : mergeNames(LINE_IDS, ids, splitNames(old.RestrictLineIDList ?? ''), splitNames(wanted.RestrictLineIDList));
  const restriction = effectiveRestriction({ RestrictLineIDList: merged, UseRestrictLineID });
  return wanted.UseRestrictLineID === undefined ? restriction : restrict(restriction, wanted.UseRestrictLineID);
}

/** Converts settings to account details. */
export const shownDetails = ({ account, lists }: DealerSettings) => ({
  ...account,
  CategoryNames: joinNames(lists.CategoryNames),
  UseCategory: lists.UseCategory,
  CustomLabelList1: joinNames(lists.CustomLabelList1),
  CustomLabelList2: joinNames(lists.CustomLabelList2),
  RestrictLineIDList: joinNames(lists.RestrictLineIDList),
  UseRestrictLineID: lists.UseRestrictLineID,
  UnitsMustProve: lists.UnitsMustProve,
  EscalateAfter: lists.EscalateAfter,
  MonitoringCenters: lists.monitoringCenters,
});
