import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import { chosenTable } from './chosen-table.ts';
import { joinLocalPortal, LOCAL_STATE } from './local-environment.ts';

const HELP = `npm run admin:create -- --userName ADDRESS [options]
  Creates the first user of a portal, and the dealer at the top of the tree if there is none.
  --userName ADDRESS  the mail address to sign in with
  --firstName TEXT    (Portal)
  --lastName TEXT     (Administrator)
  --dealerName TEXT   the name of the top dealer, if it has to be created (Watchkeep)
  --stage STAGE       which deployment (production)
  --table NAME        which table, where it is not that of the stage (TABLE_NAME, if no stage is given)
  --local             the portal that "npm start" runs on this machine, in the place of a deployed one
  --folder PATH       its state (${LOCAL_STATE})
  The password is that of ADMIN_PASSWORD, or a new one, which is printed once.`;

const TOP_DEALER = 1;
/** The first user has no flag that hides things. */
const NARROWING = ['HIDE_CUSTOMER', 'UNIT_VIEW'];

const { values } = parseArgs({
  options: {
    userName: { type: 'string', default: '' },
    firstName: { type: 'string', default: 'Portal' },
    lastName: { type: 'string', default: 'Administrator' },
    dealerName: { type: 'string', default: 'Watchkeep' },
    stage: { type: 'string' },
    table: { type: 'string' },
    local: { type: 'boolean', default: false },
    folder: { type: 'string', default: LOCAL_STATE },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else if (!/^\S+@\S+$/.test(values.userName)) {
  console.error(HELP);
  process.exitCode = 2;
} else
  await createAdministrator(values.userName).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

async function createAdministrator(userName: string): Promise<void> {
  if (values.local) joinLocalPortal(values.folder);
  // The stores read the table's name when they are loaded.
  process.env.TABLE_NAME = chosenTable(values.local ? { table: values.table } : values);
  const { recordNoticesComplete } = await import('#data/consoles/notices-complete.ts');
  const { DealerLookupEntity, dealerLookupsOf } = await import('#data/dealers/dealer-lookups.ts');
  const { DealerEntity } = await import('#data/dealers/dealers.ts');
  const { userStore } = await import('#data/users/users.ts');
  const { hashPassword } = await import('#platform/session/password.ts');

  const { data: top } = await DealerEntity.get({ DealerKey: TOP_DEALER }).go();
  const dealerPath = `/${TOP_DEALER}/`;
  if (!top) {
    const dealer = { DealerKey: TOP_DEALER, DealerName: values.dealerName, dealerPath };
    await DealerEntity.create({ ...dealer, DealerStatus: 3 }).go();
    for (const lookup of dealerLookupsOf(dealer)) await DealerLookupEntity.put(lookup).go();
    await recordNoticesComplete();
  }
  const password = process.env.ADMIN_PASSWORD ?? randomBytes(18).toString('base64url');
  await userStore.create({
    UserKey: randomUUID(),
    UserName: userName,
    UserEmail: userName,
    UserFirstName: values.firstName,
    UserLastName: values.lastName,
    UserStatus: 1,
    UserTypeKey: USER_TYPE.engineer,
    DealerKey: TOP_DEALER,
    dealerPath,
    flags: ACCESS_FLAGS.filter((flag) => !NARROWING.includes(flag)),
    passwordHash: await hashPassword(password),
  });
  console.log(`${userName} may sign in.`);
  if (!process.env.ADMIN_PASSWORD) console.log(`Password: ${password}`);
}
