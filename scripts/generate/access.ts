import { ACCESS_FLAGS, type Access, USER_TYPE, type UserType } from '#core/access.ts';
import { type Area, type Endpoint, routeKey } from '#core/contract.ts';
import { table } from './markdown.ts';

const SHOWN_TYPES: readonly [UserType, string][] = [
  [USER_TYPE.engineer, 'Engineer'],
  [USER_TYPE.administrator, 'Administrator'],
  [USER_TYPE.dealerStaff, 'Dealer staff'],
  [USER_TYPE.monitoringCentre, 'Monitoring centre'],
];

/** Which endpoint is open to whom, and which endpoints each access flag opens. */
export function accessMatrix(api: Record<string, Area>): string {
  const endpoints = Object.entries(api).flatMap(([area, all]) =>
    Object.entries(all).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
  );
  return [
    '# Who may call what',
    'Generated from the contracts by `npm run generate`. A user needs one of the flags named; where none is named, the type is enough. ' +
      'What a caller then sees is limited to their own dealer and those below it.',
    table(
      ['Endpoint', 'Call', 'Not signed in', ...SHOWN_TYPES.map(([, title]) => title), 'Any of the flags'],
      endpoints.map(({ name, endpoint }) => row(name, endpoint)),
    ),
    '## What each flag opens',
    table(
      ['Flag', 'Endpoints'],
      ACCESS_FLAGS.map((flag) => [
        flag,
        endpoints
          .filter(({ endpoint: { access } }) => !access.public && access.anyOf.includes(flag))
          .map(({ name }) => name)
          .join(', ') || '-',
      ]),
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
    access.public ? '' : access.anyOf.join(', '),
  ];
}

const isOpenTo = (access: Access, type: UserType) => access.public || access.userTypes.includes(type);
const yes = (open: boolean) => (open ? 'yes' : '-');
