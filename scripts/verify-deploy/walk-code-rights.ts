import assert from 'node:assert/strict';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { api } from '#core/index.ts';
import { permitNetworkInterfaces } from '#infra/constructs/portal-function.ts';
import { needsOf } from '#infra/wiring.ts';
import { ACCOUNT, type Emulator, REGION } from './emulator.ts';
import { assertDenied, clientConfigOf, credentialsOf } from './function-credentials.ts';
import { configurationOf } from './functions.ts';
import { formCall } from './signed-call.ts';
import type { Step } from './steps.ts';

const INTERFACE_ACTIONS = [
  'DescribeNetworkInterfaces',
  'DescribeSubnets',
  'CreateNetworkInterface',
  'DeleteNetworkInterface',
];
/** A function that runs in the network of the bridge, which the emulator cannot deploy. */
const IN_NETWORK = 'on-unit-report';
const POLICY = 'InNetwork';

/** What code with the rights of a function may do outside of the table: the code as an attacker would change it. */
export function walkCodeRights(emulator: Emulator): Step[] {
  const variablesOf = async (name: string) => (await configurationOf(emulator, name))?.Environment?.Variables ?? {};
  return [
    {
      name: 'a function sends mails from the address of the portal, and from no other',
      async run() {
        const { MAIL_SENDER = '' } = await variablesOf('users');
        const send = async (name: string, FromEmailAddress: string) =>
          new SESv2Client(await clientConfigOf(emulator, name)).send(
            new SendEmailCommand({
              FromEmailAddress,
              Destination: { ToAddresses: ['somebody@elsewhere.example'] },
              Content: { Simple: { Subject: { Data: 'Test' }, Body: { Text: { Data: 'Test' } } } },
            }),
          );
        // The policies let it through. SES of the emulator has verified no address.
        await assert.rejects(send('users', MAIL_SENDER), { name: 'MessageRejected' });
        const [, domain] = MAIL_SENDER.split('@');
        for (const sender of [`ceo@${domain}`, 'portal@elsewhere.example', `${MAIL_SENDER}.example`])
          await assertDenied(send('users', sender));
        await assertDenied(send('sims', MAIL_SENDER));
      },
    },
    {
      name: 'the key that seals the audit is used by the function of the audit, and by no other',
      async run() {
        const { AUDIT_CURSOR_KEY = '' } = await variablesOf('audit');
        const KeyId = AUDIT_CURSOR_KEY.replace(/^kms:/, '');
        const EncryptionContext = { boundTo: 'verification' };
        const users: string[] = [];
        for (const name of Object.keys(api)) {
          const kms = new KMSClient(await clientConfigOf(emulator, name));
          const seal = kms.send(new EncryptCommand({ KeyId, EncryptionContext, Plaintext: Buffer.from('cursor') }));
          if (!needsOf(name).includes('auditCursorKey')) await assertDenied(seal);
          else {
            const { CiphertextBlob } = await seal;
            await kms.send(new DecryptCommand({ KeyId, EncryptionContext, CiphertextBlob }));
            users.push(name);
          }
        }
        assert.deepEqual(users, ['audit']);
      },
    },
    {
      name: 'the code of a function in a network makes, reads and deletes no network interface',
      async run() {
        const { Role = '', FunctionName = '' } = (await configurationOf(emulator, IN_NETWORK)) ?? {};
        const RoleName = Role.split('/').at(-1)!;
        const credentials = await credentialsOf(emulator, IN_NETWORK);
        const answers = async () =>
          Promise.all(
            INTERFACE_ACTIONS.map(async (Action) => {
              const answer = await formCall(emulator, 'ec2', { Action, Version: '2016-11-15' }, credentials);
              return /UnauthorizedOperation|AccessDenied/.test(await answer.text());
            }),
          );
        const permit = async (statements: object[]) => {
          const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: statements });
          const form = { Action: 'PutRolePolicy', RoleName, PolicyName: POLICY, PolicyDocument, Version: '2010-05-08' };
          assert.equal((await formCall(emulator, 'iam', form)).status, 200);
        };
        const statements = networkStatements(FunctionName);
        try {
          assert.deepEqual(
            await answers(),
            INTERFACE_ACTIONS.map(() => true),
            'outside of a network',
          );
          await permit(statements);
          assert.deepEqual(
            await answers(),
            INTERFACE_ACTIONS.map(() => true),
            'in a network',
          );
          // It is the denial of the policy that refuses the code, and not something else.
          await permit(statements.filter(({ Effect }) => Effect === 'Allow'));
          assert.deepEqual(
            await answers(),
            INTERFACE_ACTIONS.map(() => false),
            'without the denial',
          );
        } finally {
          const form = { Action: 'DeleteRolePolicy', RoleName, PolicyName: POLICY, Version: '2010-05-08' };
          await formCall(emulator, 'iam', form);
        }
      },
    },
  ];
}

/** The statements that a function of this name gets where the network is deployed. */
function networkStatements(functionName: string): { Effect: string }[] {
  const stack = new Stack(new App(), 'Network', { env: { account: ACCOUNT, region: REGION } });
  const role = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  permitNetworkInterfaces(role, functionName);
  const [policy] = Object.values(Template.fromStack(stack).findResources('AWS::IAM::Policy'));
  const text = JSON.stringify(policy?.Properties.PolicyDocument.Statement);
  return JSON.parse(text.replaceAll('{"Ref":"AWS::Partition"}', '"aws"'), (_key, value) =>
    value?.['Fn::Join'] ? value['Fn::Join'][1].join(value['Fn::Join'][0]) : value,
  );
}
