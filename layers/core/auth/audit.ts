import { type AuditedArea, choice, dealer, record, text } from '../audit/wording.ts';
import type { SignInMethod } from './sign-in-method.ts';

const sourceIp = text('Network address');

const SIGN_IN_WORDS: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  app: 'Authenticator app',
  mail: 'Code by e-mail',
  recoveryCode: 'Recovery code',
  passkey: 'Passkey',
  singleSignOn: 'Single sign-on',
  link: 'Link from another system',
};

export const AUDITED = {
  kinds: {},
  actions: {
    'sign in': { sentence: '{actor} signed in', fields: { method: choice('With', SIGN_IN_WORDS), sourceIp } },
    'link single sign-on': {
      sentence: '{actor} linked their account to {provider}',
      fields: { provider: text('Provider'), subject: text('Id at the provider') },
    },
    'part from single sign-on': {
      sentence: '{actor} removed the link of {object} to {provider}',
      fields: { provider: text('Provider'), subject: text('Id at the provider') },
    },
    'confirm e-mail address': {
      sentence: '{actor} confirmed the address {UserEmail}',
      fields: { UserEmail: text('E-mail'), sourceIp },
    },
    'ask for recovery link': {
      sentence: 'Somebody asked for a link to reset the password of {object}',
      fields: { sourceIp },
    },
    'replace forgotten password': {
      sentence: '{actor} chose a new password by a link',
      fields: {
        sourceIp,
        linkFrom: record('Link sent by', {
          actorFullName: text('user'),
          asUserFullName: text('with the access of'),
          asDealerKey: dealer('shown as'),
        }),
      },
    },
    'issue entry token': { sentence: '{actor} issued a link that signs {object} in' },
    'sign in by entry token': {
      sentence: 'The link of {actor} signed {object} in',
      fields: {
        sourceIp,
        issuedWithAccessOf: text('Issued with the access of'),
        issuedShownAs: dealer('Issued shown as'),
      },
    },
  },
} as const satisfies AuditedArea;
