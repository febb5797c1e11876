import { instant } from '#core/time.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { DealerLookupEntity, dealerLookupsOf } from '#data/dealers/dealer-lookups.ts';
import { DealerEntity, DealerNameEntity, heldName } from '#data/dealers/dealers.ts';
import { FirmwareVersionEntity } from '#data/firmware/firmware.ts';
import { logItem, PingEntity } from '#data/history/unit-log.ts';
import { lookupsOf, UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitSecretEntity } from '#data/units/unit-secrets.ts';
import { countedFor, UnitCountEntity, UnitEntity } from '#data/units/units.ts';
import { UserLookupEntity, userLookupsOf } from '#data/users/user-lookups.ts';
import { UserEntity, UserNameEntity } from '#data/users/users.ts';
import { hashPassword } from '#platform/session/password.ts';
import { DEALERS, dealerItem } from './dealers.ts';
import { PEOPLE, SEED_PASSWORD, userItem } from './people.ts';
import { earlierPings } from './pings.ts';
import { seededRandom } from './random.ts';
import { FIRMWARE, type SeedOptions, secretOf, seedUnits } from './units.ts';
import { itemOf, writeAll } from './write.ts';

/** How far back the history of a small fleet goes; large ones get less, so that seeding them does not take all day. */
const pingsEach = (count: number) => (count <= 5_000 ? 12 : 1);

/** Fills an empty table: dealers, one user of each kind, firmware versions, units with what finds them, their counts and pings. */
export async function seed(options: SeedOptions, onProgress: (written: number) => void): Promise<void> {
  const passwordHash = await hashPassword(SEED_PASSWORD);
  await writeAll(groundItems(passwordHash), () => {});
  await writeAll(fleetItems(options), onProgress);
}

function* groundItems(passwordHash: string) {
  for (const dealer of DEALERS) {
    yield itemOf(DealerEntity, dealerItem(dealer));
    yield itemOf(DealerNameEntity, heldName(dealer));
    for (const lookup of dealerLookupsOf(dealer)) yield itemOf(DealerLookupEntity, lookup);
  }
  for (const [index, person] of PEOPLE.entries()) {
    const user = userItem(person, index, passwordHash);
    yield itemOf(UserEntity, user);
    yield itemOf(UserNameEntity, { name: user.UserName, UserKey: user.UserKey });
    for (const lookup of userLookupsOf(user)) yield itemOf(UserLookupEntity, lookup);
  }
  for (const unitModel of UNIT_MODELS)
    for (const [index, version] of FIRMWARE[unitModel].entries())
      yield itemOf(FirmwareVersionEntity, {
        unitModel,
        version,
        current: index === 0,
        releaseDate: instant(Date.UTC(2026, 8 - 2 * index, 1)),
      });
}

/** Everything of the fleet; the counts come last, when they are known. */
export function* fleetItems(options: SeedOptions) {
  const counts = new Map<string, { DealerKey: number; UnitModel: string; count: number }>();
  for (const unit of seedUnits(options)) {
    yield itemOf(UnitEntity, unit);
    for (const lookup of lookupsOf(unit)) yield itemOf(UnitLookupEntity, lookup);
    const secret = secretOf(unit);
    if (secret)
      yield itemOf(UnitSecretEntity, {
        UnitSerNum: unit.UnitSerNum,
        secret: Buffer.from(secret).toString('base64url'),
      });
    for (const DealerKey of countedFor(unit.dealerPath)) {
      const name = `${DealerKey} ${unit.UnitModel}`;
      const counted = counts.get(name) ?? { DealerKey, UnitModel: unit.UnitModel, count: 0 };
      counts.set(name, { ...counted, count: counted.count + 1 });
    }
    if (!unit.lastPing) continue;
    const random = seededRandom(Number.parseInt(unit.UnitSerNum, 36));
    for (const ping of earlierPings(unit.UnitModel, unit.lastPing, pingsEach(options.count), random))
      yield itemOf(PingEntity, logItem('ping', unit.UnitSerNum, `0-${ping.sequence}`, ping));
  }
  for (const count of counts.values()) yield itemOf(UnitCountEntity, count);
}
