import { isFirmwareAbove } from '#core/units/firmware.ts';
import { type Flash, type Installed, otherSlot, type Slot } from './flash.ts';

/** A new version has so many starts to reach the bridge. */
export const TRIAL_STARTS = 3;

/** What the boot loader does at each start: it chooses what runs, and goes back to the old version if the new one does not come up. */
export function boot(flash: Flash): Installed {
  const { active, trial } = flash.read('boot');
  if (!trial) {
    const running = flash.installed(active)!;
    const { oldestAllowed } = running;
    const known = flash.read('oldestAllowed');
    if (oldestAllowed !== undefined && (known === undefined || isFirmwareAbove(oldestAllowed, known)))
      flash.write('oldestAllowed', oldestAllowed);
    return running;
  }
  const { MessageKey, startsLeft } = trial;
  const running = flash.installed(active);
  if (startsLeft > 0 && running && isIntact(flash, active, running)) {
    flash.write('boot', { active, trial: { MessageKey, startsLeft: startsLeft - 1 } });
    return running;
  }
  const version = running?.version ?? '';
  flash.write('boot', { active: otherSlot(active), failed: { MessageKey, version } });
  return boot(flash);
}

export const isIntact = (flash: Flash, slot: Slot, { bytes, sha256 }: Pick<Installed, 'bytes' | 'sha256'>): boolean =>
  flash.content(slot).length === bytes && flash.digest(slot).equals(sha256);

/** The new version has reached the bridge: from now on it is the unit's firmware. Returns the message that brought it. */
export function confirm(flash: Flash): string | undefined {
  const { active, trial } = flash.read('boot');
  if (!trial) return undefined;
  flash.write('boot', { active });
  boot(flash);
  return trial.MessageKey;
}
