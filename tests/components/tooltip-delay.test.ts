import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TOOLTIP = 'web/src/components/tooltip/tooltip.tsx';

/** A hint on hover that is not the portal's tooltip, or a tooltip with a delay of its own. */
const OWN_HINT = [
  /\b(openDelay|closeDelay)\b/,
  /<(Tooltip|DisabledReason)\b(?:[^<>]|=>)*\sdelay/,
  /\b(Tooltip|HoverCard)(\.Root|\.RootProvider)\b/,
  /\buse(Tooltip|HoverCard)\b/,
  // The browser's own hint, on an element of HTML or of Chakra.
  /<(?:[a-z]\w*|chakra\.\w+|Box|Flex|Grid|Text|Button|IconButton|Link)\b(?:[^<>]|=>)*\stitle=/,
];

/** Full texts of what is cut off, which the browser shows itself. */
const CUT_TEXT = ['web/src/components/data-table/header-cell.tsx'];

const ownHints = (source: string) => OWN_HINT.filter((pattern) => pattern.test(source));

describe('tooltips', () => {
  it('have the delay of the component at every place of use [P2-K16 P2-K17 P3-K49 P3-K50]', () => {
    const files = globSync('web/src/**/*.tsx', { cwd: ROOT }).filter((file) => file !== TOOLTIP);
    expect(files.length).toBeGreaterThan(150);
    const found = files.filter((file) => ownHints(readFileSync(path.join(ROOT, file), 'utf8')).length > 0);
    expect(found).toEqual(CUT_TEXT);
  });

  it.each([
    '<Tooltip content="a" delay={{ open: 200, close: 200 }}>',
    '<ChakraTooltip.Root openDelay={1}>',
    'const tooltip = useTooltip({});',
    '<HoverCard.Root>',
    '<span title="a">',
    '<chakra.span onClick={() => open()} title={words}>',
  ])('with one of their own are found: %s', (source) => {
    expect(ownHints(source)).not.toEqual([]);
  });
});
