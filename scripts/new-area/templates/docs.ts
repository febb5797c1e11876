import type { AreaFiles, NewArea } from '../area.ts';
import type { Field } from '../field.ts';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const spoken = ({ name, optional, choices }: Field) =>
  `${name}${optional ? ' (optional)' : ''}${choices.length > 0 ? ` (${alternatives.format(choices)})` : ''}`;

/** The page of the area for engineers. */
export function docsFiles({ names, fields, flags, of }: NewArea): AreaFiles {
  const { 'Area words': title, 'area words': items, 'an item': item } = names;
  return {
    [`docs/areas/${names['area-folder']}.md`]: `# ${title}

${of === 'dealer' ? `Each dealer has ${items} of its own.` : `The ${items} are the same for every dealer.`}

- ${item.charAt(0).toUpperCase()}${item.slice(1)} has ${list.format(fields.map(spoken))}.
- Holders of ${alternatives.format(flags)} read and change the ${items}.
- The list begins with the oldest.
`,
  };
}
