/**
 * Letters of other alphabets that look like a Latin letter or a digit, after the one that they look like. A small letter and its capital
 * have lines of their own where they look different. From the confusables of Unicode Technical Standard 39, without what NFKD already converts.
 */
const LOOK_ALIKES = [
  'aАаΑαɑᴀᎪꓮⲀⲁ',
  'bВвΒβЬьʙᴃᏴꓐⲂⲃ',
  'cСсϹϲᴄᏟꓚⲤⲥ𐐕𐐽',
  'dԀԁᴅᎠꓓ',
  'eЕеΕεҼҽᴇᎬꓰ',
  'fϜϝꜰꓝ',
  'gɡɢԌցᏀꓖ',
  'hНнΗҺһհʜᎻꓧⲎⲏ',
  'iІіΙιıɩɪᎥꓲⲒⲓ',
  'jЈјϳȷᴊᎫꓙ',
  'kКкΚκᴋᏦꓗⲔⲕ',
  'lӀӏʟᏞꓡⳐⳑ𐐛𐑃ǀ|',
  'mМмΜᴍᎷꓟⲘⲙ',
  'nΝηոɴꓠⲚⲛ',
  'oОоΟοՕօᴏସଠꓳⲞⲟ𐐄𐐬',
  'pРрΡρᴘᏢꓑⲢⲣ',
  'qԚԛզ',
  'rʀгᎡᏒꓣⲅ',
  'sЅѕꜱᏚꓢ𐐠𐑈',
  'tТтΤτᴛᎢꓔⲦⲧ',
  'uՍսυᴜʋꓴ',
  'vѴѵνᴠᏙꓦ',
  'wԜԝᴡѡᎳꓪ',
  'xХхΧχꓫⲬⲭ',
  'yУуҮүΥʏᎽꓬⲨⲩ',
  'zΖζᴢᏃꓜⲌⲍ',
  '3ЗзӠӡⳌⳍ',
  '6бⳒⳓ',
  '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212Ⲻⲻ',
  "'\u2018\u2019\u02bc\u02b9\u2032`",
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
  inLatin(inLatin(name.normalize('NFKD').replace(HIDDEN, '')).toLowerCase())
    .replace(/[\s\u2800]+/g, ' ')
    .trim();

/** Emoji, and words of Persian and of Indian scripts, need these joiners and marks. */
const PARTS_OF_WORDS = /\u200c|\u200d|\ufe0f/g;

/** True if readers see every character of a name. */
export const isVisible = (name: string): boolean => name.replace(PARTS_OF_WORDS, '').search(HIDDEN) < 0;

export const NOT_VISIBLE = 'It contains invisible characters. Please type it again';
