/** A message of SCAIP (SS 91100), by its tags. `mrq` is a request, `mrs` its answer. */
export interface ScaipMessage {
  root: 'mrq' | 'mrs';
  tags: Readonly<Record<string, string>>;
}

/** Accepted, in the tag `snu` of an answer. */
export const SCAIP_OK = '0';
export const SCAIP_TYPE = 'application/scaip+xml';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const CHARACTERS = Object.fromEntries(Object.entries(ESCAPES).map(([character, reference]) => [reference, character]));

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|apos);/g, (reference) => CHARACTERS[reference]!);

export const encodeScaip = ({ root, tags }: ScaipMessage): string =>
  `<${root}>${Object.entries(tags)
    .map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
    .join('')}</${root}>`;

/** Reads a message; undefined for any other text. A tag that occurs twice counts once. Nested tags, comments and entities are no SCAIP. */
export function parseScaip(text: string): ScaipMessage | undefined {
  const whole = /^\s*(?:<\?xml[^>]*\?>\s*)?<(mrq|mrs)>([\s\S]*)<\/\1>\s*$/.exec(text);
  if (!whole) return undefined;
  const tags = new Map<string, string>();
  const rest = whole[2]!.replace(/\s*<([a-z]{3})(?:\/>|>([^<]*)<\/\1>)\s*/g, (_, name: string, value = '') => {
    tags.set(name, unescaped(value));
    return '';
  });
  return rest.trim() === '' ? { root: whole[1] as 'mrq' | 'mrs', tags: Object.fromEntries(tags) } : undefined;
}
