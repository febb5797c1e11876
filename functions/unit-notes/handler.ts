import { unitNotes } from '#core/unit-notes/contract.ts';
import { noteStore } from '#data/unit-notes/notes.ts';
import { pinStore } from '#data/unit-notes/pins.ts';
import { shownNote } from '#data/unit-notes/shown.ts';
import { changeTags } from '#data/unit-notes/tags.ts';
import { shownUnits } from '#data/units/shown.ts';
import { unitStore } from '#data/units/units.ts';
import { serve } from '#platform/http/serve.ts';

export const handler = serve(unitNotes, {
  async notes({ input: { id, ...asked }, scope }) {
    const { items, cursor } = await noteStore.list(scope, await unitStore.get(scope, id), asked);
    return { items: items.map((note) => shownNote(scope, note)), cursor };
  },

  async addNote({ input: { UnitSerNum, text }, scope }) {
    return shownNote(scope, await noteStore.add(scope, await unitStore.get(scope, UnitSerNum), text, Date.now()));
  },

  async editNote({ input: { UnitSerNum, text, ...id }, scope }) {
    const unit = await unitStore.get(scope, UnitSerNum);
    return shownNote(scope, await noteStore.edit(scope, unit, id, text, Date.now()));
  },

  async deleteNote({ input: { UnitSerNum, ...id }, scope }) {
    await noteStore.remove(scope, await unitStore.get(scope, UnitSerNum), id, Date.now());
    return {};
  },

  async changeTags({ input: { UnitSerNum, ...changed }, scope }) {
    return { UnitSerNum, Tags: await changeTags(scope, UnitSerNum, changed, Date.now()) };
  },

  async pinnedUnits({ scope }) {
    const pinned = await unitStore.getMany(scope, await pinStore.list(scope));
    return { items: await shownUnits(scope, pinned, Date.now()) };
  },

  async setPinned({ input: { UnitSerNum, pinned }, scope }) {
    if (pinned) await pinStore.pin(scope, await unitStore.get(scope, UnitSerNum), Date.now());
    else {
      const [unit] = await unitStore.getMany(scope, [UnitSerNum]);
      await pinStore.unpin(scope, UnitSerNum, unit, Date.now());
    }
    return { UnitSerNum, pinned };
  },
});
