/**
 * Letters, digits and signs that look like a Latin letter or a digit, after the one that they look like: all single ones of the confusables of Unicode
 * Technical Standard 39 that NFKD does not convert. A small letter and its capital have lines of their own where they look different.
 */
const LOOK_ALIKES = [
  'aАаΑαɑᴀᎪꓮⲀⲁᗅ⍺𐊠𖽀',
  'bВвΒβЬьʙᴃᏴꓐⲂⲃƄᏏᑲᖯᗷꞴ𐊂𐊡𐌁',
  'cСсϹϲᴄᏟꓚⲤⲥ𐐕𐐽ꮯ𐊢𐌂𐔜𑣩𑣲🝌',
  'dԀԁᴅᎠꓓᏧᑯᗞᗪꓒ',
  'eЕеΕεҼҽᴇᎬꓰ℮⋿ⴹꬲ𐊆𑢦𑢮',
  'fϜϝꜰꓝքᖴẝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂𝈓',
  'gɡɢԌցᏀꓖƍᏳᶃ',
  'hНнΗҺһհʜᎻꓧⲎⲏᏂᕼ𐋏',
  'iІіΙιıɩɪᎥꓲⲒⲓ⍳ꙇꭵ𑣃',
  'jЈјϳȷᴊᎫꓙᒍꞲ',
  'kКкΚκᴋᏦꓗⲔⲕᛕ𐔘',
  'lӀӏʟᏞꓡⳐⳑ𐐛𐑃ǀ|\u06f1ᒪᛁ∣⏽ⵏ𐊊𐌉𐌠𐔦𑢣𑢲𖼖𖼨𝈪',
  'mМмΜᴍᎷꓟⲘⲙϺᗰᛖ𐊰𐌑',
  'nΝηոɴꓠⲚⲛռ𐔓',
  'oОоΟοՕօᴏସଠꓳⲞⲟ𐐄𐐬σ\u06f5०০੦૦୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴑⵔ〇ꬽ𐊒𐊫𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠',
  'pРрΡρᴘᏢꓑⲢⲣᑭ⍴𐊕',
  'qԚԛզգⵕ',
  'rʀгᎡᏒꓣⲅᖇᴦꭇꭈꮁ𐒴𖼵𝈖',
  'sЅѕꜱᏚꓢ𐐠𐑈ƽՏᏕꮪ𐊖𑣁𖼺',
  'tТтΤτᴛᎢꓔⲦⲧ⊤⟙𐊗𐊱𐌕𑢼𖼊🝨',
  'uՍսυᴜʋꓴሀᑌ∪⋃ꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂',
  'vѴѵνᴠᏙꓦ\u06f7ᐯ∨⋁ⴸꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍',
  'wԜԝᴡѡᎳꓪɯաᏔꮃ𑜊𑜎𑜏𑣦𑣯',
  'xХхΧχꓫⲬⲭ×ᕁᕽ᙭᙮ᚷ╳⤫⤬⨯ⵝꞳ𐊐𐊴𐌗𐌢𐔧𑣬',
  'yУуҮүΥʏᎽꓬⲨⲩɣγყᎩᶌỿꭚ𐊲𑢤𑣜𖽃',
  'zΖζᴢᏃꓜⲌⲍꮓ𐋵𑢩𑣄𑣥',
  '2ƧϨᒿꙄꛯꝚ',
  '3ЗзӠӡⳌⳍƷȜꝪꞫ𑣊𖼻𝈆',
  '4Ꮞ𑢯',
  '5Ƽ𑢻',
  '6бⳒⳓᏮ𑣕',
  '7𐓒𑣆𝈒',
  '8Ȣȣ৪੪𐌚',
  '9৭੧୨൭ⳊꝮ𑢬𑣌𑣖',
  '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212Ⲻⲻ˗⁃➖',
  "'\u2018\u2019\u02bc\u02b9\u2032`ʻʽʾˈˊˋ˴՚՝ᑊᛌ\u201b‵ꞌ",
];

const LATIN = new Map(LOOK_ALIKES.flatMap(([latin = '', ...others]) => others.map((other) => [other, latin] as const)));

const inLatin = (text: string) => [...text].map((sign) => LATIN.get(sign) ?? sign).join('');

/** Characters that no reader sees: zero-width ones, marks of direction, fillers. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * The form in which names are compared: two names that look alike have the same one. Case, spaces, encoding (NFKD) and hidden characters do
 * not count, and a letter of another alphabet counts as the Latin one that it looks like, with its accents. Latin letters and digits stay different.
 */
export const nameSkeleton = (name: string): string =>
  // NFKD turns a letter that looks like a Latin one into one that does not: U+03F2, like `c`, into a sigma. So it is replaced before.
  inLatin(inLatin(inLatin(name).normalize('NFKD').replace(HIDDEN, '')).toLowerCase())
    .replace(/[\s\u2800]+/g, ' ')
    .trim();

/** Emoji, and words of Persian and of Indian scripts, need these joiners and marks. */
const PARTS_OF_WORDS = /\u200c|\u200d|\ufe0f/g;

/** A name in several lines could look like a text of ours: in a mail, in a file, in a log. */
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** True if readers see every character of a name, in one line. A name of joiners and blanks alone is an empty place on a screen. */
export const isVisible = (name: string): boolean =>
  name.replace(PARTS_OF_WORDS, '').search(HIDDEN) < 0 &&
  !LINE_BREAKS.test(name) &&
  (name === '' || nameSkeleton(name) !== '');

export const NOT_VISIBLE = 'It contains invisible characters or line breaks. Please type it again';
