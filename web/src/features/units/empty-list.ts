import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { isFiltered } from './filters/filter-address.ts';
import { isSearch, type ListAddress } from './list-address.ts';
import { SEARCH_FIELD_LABELS } from './search-fields.ts';

/** Says why a list of units is empty, and where there are matches. */
export function emptyListWords(
  address: ListAddress,
  counts: Record<UnitModel, number> | undefined,
): { title: string; description: string } {
  const { UnitModel, searchField, searchText, bulkSearch, withoutSecret, filters } = address;
  const elsewhere = UNIT_MODELS.filter((model) => model !== UnitModel && (counts?.[model] ?? 0) > 0);
  const others = elsewhere.map((model) => `${model} (${counts?.[model]})`).join(' and ');
  if (withoutSecret) {
    return {
      title: `Every ${UnitModel} has a secret`,
      description: others
        ? `There are units without a secret among ${others}: see the tabs above.`
        : 'All of your units prove their identity.',
    };
  }
  if (!isSearch(address) && isFiltered(filters)) {
    return {
      title: `No ${UnitModel} matches the filter`,
      description: others
        ? `There are matches among ${others}: see the tabs above.`
        : 'Choose another value, or all units.',
    };
  }
  if (!isSearch(address)) {
    return {
      title: `There are no ${UnitModel} units yet`,
      description: 'Units appear here once they are assigned to you.',
    };
  }
  const by = searchField === 'all' ? '' : ` with this ${SEARCH_FIELD_LABELS[searchField]}`;
  const title =
    bulkSearch.length > 0
      ? `None of the ${bulkSearch.length} units asked for is a ${UnitModel}`
      : `No ${UnitModel}${by} begins with “${searchText}”`;
  const description = others
    ? `There are matches among ${others}: see the tabs above.`
    : 'Check your search, or search by another field.';
  return { title, description };
}
