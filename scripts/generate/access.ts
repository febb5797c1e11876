import { type Access, type RestrictedAccess, USER_TYPE, type UserType } from '#core/access.ts';
import { type Area, type Endpoint, routeKey } from '#core/contract.ts';
import { table } from './markdown.ts';

const SHOWN_TYPES: readonly [UserType, string][] = [
  [USER_TYPE.engineer, 'Engineer'],
  [USER_TYPE.administrator, 'Administrator'],
  [USER_TYPE.dealerStaff, 'Dealer staff'],
  [USER_TYPE.monitoringCentre, 'Monitoring centre'],
];

/** Lists who may call each endpoint. */
export function accessMatrix(api: Record<string, Area>): string {
  const endpoints = Object.entries(api).flatMap(([area, all]) =>
    Object.entries(all).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
  );
  return [
    '# Who may call what',
    'Generated from the contracts by `npm run generate`. A user needs one of the flags in the last column. If it is empty, the user type is enough. ' +
      'Callers see only data of their own dealer and the dealers below it.',
    table(
      ['Endpoint', 'Call', 'Not signed in', ...SHOWN_TYPES.map(([, title]) => title), 'Any of the flags'],
      endpoints.map(({ name, endpoint }) => row(name, endpoint)),
    ),
  ].join('\n\n');
}

function row(name: string, endpoint: Endpoint): string[] {
  const { access } = endpoint;
  return [
    name,
    `\`${routeKey(endpoint)}\``,
    yes(access.public),
    ...SHOWN_TYPES.map(([type]) => yes(isOpenTo(access, type))),
    access.public ? '' : flagWords(access),
  ];
}

const flagWords = ({ anyOf, noneOf = [], ...access }: RestrictedAccess) =>
  [...anyOf, ...noneOf.map((flag) => `not ${flag}`), ...rootWords(access)].join(', ');
const rootWords = ({ onlyRootDealer, onlyAtRoot }: Pick<RestrictedAccess, 'onlyRootDealer' | 'onlyAtRoot'>) => [
  ...(onlyRootDealer ? ['of the root dealer'] : []),
  ...(onlyAtRoot ? ['shown as the root dealer'] : []),
];
const isOpenTo = (access: Access, type: UserType) => access.public || access.userTypes.includes(type);
const yes = (open: boolean) => (open ? 'yes' : '-');
