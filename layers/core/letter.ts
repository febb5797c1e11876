/**
 * The names in a mail. Only for a proven address: administrators type names, so a mail with names could carry any text of theirs to
 * strangers.
 */
export interface Addressee {
  name?: string;
  dealerName?: string;
}

const PRODUCT = 'Watchkeep';

/** A mail in its two forms, of the same words: paragraphs that are divided by an empty line, with a greeting and the sender's name. */
export function letterOf(body: string, addressee: Addressee = {}): { text: string; html: string } {
  const { name, dealerName } = inOneLine(addressee);
  const greeting = name ? `Hello ${name},` : 'Hello,';
  const sender = dealerName ? `${dealerName}, with ${PRODUCT}` : PRODUCT;
  return {
    text: [greeting, body, sender].join('\n\n'),
    html: page(
      dealerName ?? PRODUCT,
      [greeting, ...body.split('\n\n')].map((paragraph) => `<p style="margin:0 0 16px">${linesOf(paragraph)}</p>`),
      sender,
    ),
  };
}

/** A name with line breaks could write paragraphs and links of its own. */
const inOneLine = (addressee: Addressee): Addressee =>
  Object.fromEntries(Object.entries(addressee).map(([part, name]) => [part, name.replace(/\s+/g, ' ')]));

/** Styles are in the elements, because mail programs drop style sheets. */
const page = (brand: string, paragraphs: readonly string[], sender: string) =>
  [
    '<!doctype html>',
    '<html lang="en"><body style="margin:0;padding:24px 12px;background:#f4f4f5">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;border-radius:6px;background:#ffffff;color:#18181b;font:15px/1.5 system-ui,sans-serif">',
    `<div style="margin:0 0 24px;font-size:17px;font-weight:600;color:#0f766e">${escaped(brand)}</div>`,
    ...paragraphs,
    `<div style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e4e4e7;font-size:13px;color:#52525b">${escaped(sender)}</div>`,
    '</div></body></html>',
  ].join('\n');

const linesOf = (paragraph: string) => paragraph.split('\n').map(lineOf).join('<br>');

/** A line that is an address is a link. Addresses inside of a sentence stay text. */
const lineOf = (line: string) =>
  /^https?:\/\/\S+$/.test(line)
    ? `<a href="${escaped(line)}" style="color:#0f766e;overflow-wrap:anywhere">${escaped(line)}</a>`
    : escaped(line);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
