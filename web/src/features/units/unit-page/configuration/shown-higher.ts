/** What the page says of the profiles for a newer firmware. `more`: there are more than these. */
export function shownHigher(higher: readonly { ProfileName: string }[], more: boolean): string {
  if (higher.length === 1 && !more)
    return `There is a profile for the newer firmware of this unit: ${higher[0]!.ProfileName}.`;
  const count = `${more ? 'more than ' : ''}${higher.length.toLocaleString('en')}`;
  return `There are ${count} profiles for the newer firmware of this unit.`;
}
