import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';

const HELP = `npm run admin:create -- --table NAME --user-name ADDRESS [options]
  Creates the first user of a deployed portal, and the dealer at the top of the tree if there is none.
  --table NAME         the table, as the data stack's output TableName says (or TABLE_NAME)
  --user-name ADDRESS  the mail address to sign in with
  --first-name TEXT    (Portal)
  --last-name TEXT     (Administrator)
  --dealer-name TEXT   the name of the top dealer, if it has to be created (Watchkeep)
  The password is that of ADMIN_PASSWORD, or a new one, which is printed once.`;

const TOP_DEALER = 1;
/** What narrows what a user sees is not for the first one. */
const NARROWING = ['HIDE_CUSTOMER', 'UNIT_VIEW'];

const { values } = parseArgs({
  options: {
    table: { type: 'string', default: process.env.TABLE_NAME ?? '' },
    'user-name': { type: 'string', default: '' },
    'first-name': { type: 'string', default: 'Portal' },
    'last-name': { type: 'string', default: 'Administrator' },
    'dealer-name': { type: 'string', default: 'Watchkeep' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(HELP);
else if (!values.table || !/^\S+@\S+$/.test(values['user-name'])) {
  console.error(HELP);
  process.exitCode = 2;
} else
  await createAdministrator(values['user-name']).catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

async function createAdministrator(userName: string): Promise<void> {
  // The stores read the table's name when they are loaded.
  process.env.TABLE_NAME = values.table;
  const { DealerEntity } = await import('#data/dealers.ts');
  const { userStore } = await import('#data/users.ts');
  const { hashPassword } = await import('#platform/password.ts');

  const { data: top } = await DealerEntity.get({ DealerKey: TOP_DEALER }).go();
  const dealerPath = `/${TOP_DEALER}/`;
  if (!top)
    await DealerEntity.create({
      DealerKey: TOP_DEALER,
      DealerName: values['dealer-name'],
      DealerStatus: 3,
      dealerPath,
    }).go();
  const password = process.env.ADMIN_PASSWORD ?? randomBytes(18).toString('base64url');
  await userStore.create({
    UserKey: randomUUID(),
    UserName: userName,
    UserEmail: userName,
    UserFirstName: values['first-name'],
    UserLastName: values['last-name'],
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
