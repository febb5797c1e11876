/**
 * Characters that look like a Latin letter, a digit or another sign of ASCII, after the one that they look like: all single ones of the confusables of Unicode
 * Technical Standard 39 that NFKD does not convert (tests/core/confusables.json). A small letter and its capital have lines of their own where they look different.
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
  'iІіΙιıɩɪᎥꓲⲒⲓ⍳ꙇꭵ𑣃˛ͺ',
  'jЈјϳȷᴊᎫꓙᒍꞲ',
  'kКкΚκᴋᏦꓗⲔⲕᛕ𐔘',
  'lӀӏʟᏞꓡⳐⳑ𐐛𐑃ǀ|\u06f1ᒪᛁ∣⏽ⵏ𐊊𐌉𐌠𐔦𑢣𑢲𖼖𖼨𝈪\u05c0￨\u0661\u{1e8c7}\u05d5\u05df\u0627\u07ca',
  'mМмΜᴍᎷꓟⲘⲙϺᗰᛖ𐊰𐌑',
  'nΝηոɴꓠⲚⲛռ𐔓',
  'oОоΟοՕօᴏସଠꓳⲞⲟ𐐄𐐬σ\u06f5०০੦૦୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴑⵔ〇ꬽ𐊒𐊫𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠\u0c02\u0c82\u0d02\u0d82\u0665\u05e1\u0647\u06be\u06c1\u06d5\u07c0',
  'pРрΡρᴘᏢꓑⲢⲣᑭ⍴𐊕',
  'qԚԛզգⵕ',
  'rʀгᎡᏒꓣⲅᖇᴦꭇꭈꮁ𐒴𖼵𝈖',
  'sЅѕꜱᏚꓢ𐐠𐑈ƽՏᏕꮪ𐊖𑣁𖼺',
  'tТтΤτᴛᎢꓔⲦⲧ⊤⟙𐊗𐊱𐌕𑢼𖼊🝨',
  'uՍսυᴜʋꓴሀᑌ∪⋃ꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂',
  'vѴѵνᴠᏙꓦ\u06f7ᐯ∨⋁ⴸꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍\u05d8\u0667',
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
  '8Ȣȣ৪੪𐌚\u0b03\u{1e8cb}',
  '9৭੧୨൭ⳊꝮ𑢬𑣌𑣖',
  '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212Ⲻⲻ˗⁃➖\u06d4',
  "'\u2018\u2019\u02bc\u02b9\u2032`ʻʽʾˈˊˋ˴՚՝ᑊᛌ\u201b‵ꞌ\u05f3´΄´᾽᾿῾\u05d9\u07f4\u07f5\u{16f51}\u{16f52}",
  '_\u07fa',
  ',\u060d\u066b‚¸ꓹ',
  ':\u0903\u0a83։\u0703\u0704᛬᠃᠉⁚\u05c3˸꞉∶ːꓽ',
  '!ǃⵑ',
  '?ʔɁॽᎮꛫ',
  '.\u{1d16d}\u0701\u0702꘎\u{10a50}\u0660۰ꓸ',
  '(❨❲〔﴾',
  ')❩❳〕﴿',
  '{❴𝄔',
  '}❵',
  '*⁎\u066d∗𐌟',
  '/᜵⁁∕⁄╱⟋⧸𝈺㇓〳Ⳇノ丿',
  '\\∖⟍⧵⧹𝈏𝈻㇔丶',
  '&ꝸ',
  '^˄ˆ',
  '+᛭➕𐊛',
  '<‹❮˂𝈶ᐸᚲ',
  '=᐀⹀゠꓿',
  '>›❯˃𝈷ᐳ𖼿',
  '~⁓˜῀∼',
];

const LATIN = new Map(LOOK_ALIKES.flatMap(([latin = '', ...others]) => others.map((other) => [other, latin] as const)));

const inLatin = (text: string) => [...text].map((sign) => LATIN.get(sign) ?? sign).join('');

/** Characters that no reader sees: zero-width ones, marks of direction, fillers. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Spaces, and characters of other kinds that are drawn as an empty place: of Braille, of music and of Egyptian texts. */
const BLANK = /[\s\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}]+/gu;

/**
 * The form in which names are compared: two names that look alike have the same one. Case, spaces, encoding (NFKD) and hidden characters do
 * not count, and a letter of another alphabet counts as the Latin one that it looks like, with its accents. Latin letters and digits stay different.
 */
export const nameSkeleton = (name: string): string =>
  // NFKD turns a letter that looks like a Latin one into one that does not: U+03F2, like `c`, into a sigma. So it is replaced before.
  inLatin(inLatin(inLatin(name).normalize('NFKD').replace(HIDDEN, '')).toLowerCase())
    .replace(BLANK, ' ')
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
