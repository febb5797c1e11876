import { writeFileSync } from 'node:fs';
import { costsDocument } from './costs/document.ts';
import { productionInventory } from './costs/inventory.ts';
import { readMeasured } from './costs/measured.ts';

writeFileSync(new URL('../docs/costs.md', import.meta.url), costsDocument(productionInventory(), readMeasured()));
console.log('Wrote docs/costs.md');
