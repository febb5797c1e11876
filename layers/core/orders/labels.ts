import type { DealerRules } from '../dealers/rules.ts';
import { fullUnitID, type UnitModel } from '../units/unit.ts';
import type { OrderItem, ShippingRow } from './order.ts';

/** The product that has unit ID labels. */
const LABELLED_PRODUCT: UnitModel = 'myConnect';

/** True if unit ID labels are printed for the units of the item. */
export const hasUnitIDLabels = (
  { unitIDLabel }: Pick<DealerRules, 'unitIDLabel'>,
  { product, NoUnitIDs }: Pick<OrderItem, 'product' | 'NoUnitIDs'>,
): boolean => unitIDLabel && product === LABELLED_PRODUCT && !NoUnitIDs;

/** What the label of a unit says, as the item's label setting wants it. Empty while its serial number is not known. */
export function labelText(
  { LineID, label, UseSerNumAsUID }: Pick<OrderItem, 'LineID' | 'label' | 'UseSerNumAsUID'>,
  { UnitID, UnitSerNum }: Pick<ShippingRow, 'UnitID' | 'UnitSerNum'>,
): string {
  if (label === 'Serial Number Only' || UseSerNumAsUID) return UnitSerNum;
  if (UnitID === '') return '';
  return label === 'No Unit ID Dash' ? `${LineID}${UnitID}` : fullUnitID({ UnitLineID: LineID, UnitID });
}
