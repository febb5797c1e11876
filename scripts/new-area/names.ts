/** The words of an area and its items in every form that its files need. */
export interface Names {
  /** `spare-parts` */
  'area-folder': string;
  /** `spareParts` */
  area: string;
  /** `SpareParts` */
  Area: string;
  /** `spare parts` */
  'area words': string;
  /** `Spare parts` */
  'Area words': string;
  /** `spare-part` */
  'item-file': string;
  /** `sparePart` */
  item: string;
  /** `SparePart` */
  Item: string;
  /** `spare part` */
  'item words': string;
  /** `Spare part` */
  'Item words': string;
  /** `a spare part`, `an order` */
  'an item': string;
}

export const camel = (kebab: string) => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
export const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
export const kebab = (camel: string) => camel.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase();
export const words = (kebab: string) => kebab.replaceAll('-', ' ');

/** `an upload`, but `a unit` and `a user`. */
const BEGINS_LIKE_A_VOWEL = /^([aeio]|u(?!ni|s[ea]))/;

/** The name of one item of an area: `spare-parts` contains a `spare-part`, `categories` a `category`. */
export function itemOf(area: string): string {
  if (area.endsWith('ies')) return `${area.slice(0, -3)}y`;
  return area.endsWith('s') ? area.slice(0, -1) : `${area}-item`;
}

/** @throws if a word is not in lower case and hyphens, or if area and item have one name */
export function namesOf(area: string, item = itemOf(area)): Names {
  for (const word of [area, item])
    if (!/^[a-z]+(-[a-z]+)*$/.test(word))
      throw new Error(`"${word}" must be of small letters and hyphens: spare-parts`);
  if (area === item) throw new Error(`An area and its items need two names; both are "${area}"`);
  return {
    'area-folder': area,
    area: camel(area),
    Area: upper(camel(area)),
    'area words': words(area),
    'Area words': upper(words(area)),
    'item-file': item,
    item: camel(item),
    Item: upper(camel(item)),
    'item words': words(item),
    'Item words': upper(words(item)),
    'an item': `${BEGINS_LIKE_A_VOWEL.test(item) ? 'an' : 'a'} ${words(item)}`,
  };
}
